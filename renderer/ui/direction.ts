/** Whether the desk is laid out from right to left. */
export function fromRight(): boolean {
  return document.documentElement.dir === 'rtl';
}

const OTHER_SIDE: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};

/** A key as it would be in a desk laid out from left to right: there, right is onwards. */
export function onwardKey(key: string): string {
  return fromRight() ? (OTHER_SIDE[key] ?? key) : key;
}
