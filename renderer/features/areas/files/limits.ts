/** What a file of areas may hold, packed and unpacked. */
export const MOST_BYTES = 16 * 1024 * 1024;
