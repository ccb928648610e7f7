/** Digits of Arabic as those that the desk writes. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

/** A place, or a number of one, as its digits are read: each of the marks of Arabic has one meaning. */
export function latinPlace(text: string): string {
  return latinDigits(text).replaceAll('\u066b', '.').replaceAll('\u060c', ',');
}
