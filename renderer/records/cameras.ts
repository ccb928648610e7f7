import { instantAt, listOfText, textAt } from '../state/record.ts';

/** What the service tells of the cameras of a device (interface, section 4.2). */

/** A camera of a device. */
export interface Camera {
  readonly key: string;
  /** Which side it looks to, as the service writes it. */
  readonly side: string | null;
  readonly status: string | null;
  readonly url: string | null;
  /** How long the link holds, ms since 1970. */
  readonly expiresMs: number | null;
}

export function camerasOf(json: string | null): Camera[] {
  return listOfText(json).map((fields, index) => ({
    key: `${textAt(fields, 'id') ?? ''}#${String(index)}`,
    side: textAt(fields, 'type') ?? textAt(fields, 'name'),
    status: textAt(fields, 'status'),
    url: textAt(fields, 'url'),
    expiresMs: instantAt(fields, 'expiredAt'),
  }));
}
