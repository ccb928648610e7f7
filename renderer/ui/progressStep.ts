/**
 * A step of a long job that is worth telling: another one where its words change, or a tenth more of it is
 * done.
 *
 * @param progress how far it is; null once it runs no more
 */
export function stepOf(line: string, progress: { value: number; max: number } | null): string {
  const tenth = progress === null ? '' : Math.floor((10 * progress.value) / progress.max);
  return `${tenth} ${line.replace(/\p{Nd}[\p{Nd}\p{P}\p{Z}]*/gu, '')}`;
}
