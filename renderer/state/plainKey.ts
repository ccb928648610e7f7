/** An id as a part of the key of what is remembered: keys are plain, ids of tenants need not be. */
export function plainKey(id: string): string {
  if (/^[\w-]{1,60}$/.test(id)) return id;
  const bytes = [...new TextEncoder().encode(id)];
  const plain = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `x:${plain.slice(0, 80)}`;
}
