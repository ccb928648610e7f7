/**
 * What the codes of SQLite and of the system say of a disk. Source: https://www.sqlite.org/rescode.html
 * and errno(3). Pure.
 */

/** Reads that found less than they should. */
const UNREADABLE = [
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_IOERR_DATA',
  'SQLITE_IOERR_CORRUPTFS',
];

/** Whether a database can't be read: damage, whatever the disk has room for. */
export function isUnreadable(code: string): boolean {
  return UNREADABLE.includes(code);
}

/**
 * Whether the disk is full or refuses to write. SQLite tells a quota that is used up, and a file beside the
 * database that can't be laid out, by codes of input and output.
 */
export function isFull(code: string): boolean {
  if (['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'SQLITE_FULL'].includes(code)) return true;
  return code.startsWith('SQLITE_IOERR') && !isUnreadable(code);
}
