import { anyPictureIn } from '../forms/document/pictures.ts';

/** What a file is, by its own bytes. */
export interface Looks {
  is: 'picture' | 'pdf' | 'video';
  /** `png`, `jpg`, `gif`, `webp`, `pdf`, `mp4`, `webm`. */
  extension: string;
}

/** The media types of files, by their extensions. */
export function mediaTypeOf({ is, extension }: Looks): string {
  switch (is) {
    case 'pdf':
      return 'application/pdf';
    case 'video':
      return `video/${extension}`;
    case 'picture':
      return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
  }
}

/** What bytes are, whatever they are called; null where they are nothing that is kept. */
export function lookedAt(bytes: Uint8Array): Looks | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('latin1', 0, 1024).includes('%PDF-')) return { is: 'pdf', extension: 'pdf' };
  // The first box of an MP4 is its type; a WebM begins with the mark of its container.
  if (buffer.toString('latin1', 4, 8) === 'ftyp') return { is: 'video', extension: 'mp4' };
  if (buffer.toString('hex', 0, 4) === '1a45dfa3') return { is: 'video', extension: 'webm' };
  // One that is too large to be drawn is a photo all the same.
  const picture = anyPictureIn(buffer);
  return picture === null ? null : { is: 'picture', extension: picture.extension };
}

/** Whether bytes are something that is kept. */
export function isAttachment(bytes: Uint8Array): boolean {
  return lookedAt(bytes) !== null;
}
