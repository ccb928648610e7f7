/** A list has its first rows by then, where its core is not busy. */
const FRAMES = 5;

/** Waits until what is read first could be drawn: for what takes the page, or its core, for longer. */
export async function afterRows(): Promise<void> {
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
