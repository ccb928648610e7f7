/** How many of some ids are not among others. */
export function countOthers(ids: readonly string[], others: readonly string[]): number {
  const among = new Set(others);
  return ids.filter((id) => !among.has(id)).length;
}
