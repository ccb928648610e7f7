/** What is wrong with a picture, and whether something of it is drawn all the same. */
export interface Flaw {
  why: 'damaged' | 'noPicture';
  drawn: boolean;
}

/** How the data addresses of PNG, JPEG, GIF and WebP go on after the comma. */
const BEGINNINGS = ['iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR'];
/** More pixels than these may be refused for want of memory, which is no damage. */
const MOST_PIXELS = 50_000_000;

/** Of what the browser could not draw at all. */
export function flawOfUndrawn(src: string): Flaw {
  const data = src.slice(src.indexOf(',') + 1).trimStart();
  const begins = BEGINNINGS.some((beginning) => data.startsWith(beginning));
  return { why: begins ? 'damaged' : 'noPicture', drawn: false };
}

/** The browser draws what it can read of a picture and says nothing; it makes a bitmap of whole ones alone. */
export async function flawOfDrawn(image: HTMLImageElement): Promise<Flaw | null> {
  if (image.naturalWidth * image.naturalHeight > MOST_PIXELS) return null;
  try {
    (await createImageBitmap(image)).close();
    return null;
  } catch {
    return { why: 'damaged', drawn: true };
  }
}
