/** The file that was picked in a field, which is emptied: the same file can be picked again once it was mended. */
export function takePicked(input: {
  readonly files: ArrayLike<File> | null;
  value: string;
}): File | undefined {
  const file = input.files?.[0];
  input.value = '';
  return file;
}
