import { picture } from '../answers.ts';

/** A form with an answer to it. */
export interface PaperForm {
  /** In names of files. */
  name: string;
  form: unknown;
  answer: unknown;
}

/** A scene with a horizon and a box in it, so that a picture that is turned or cut is seen to be. */
export function scene(width: number, height: number, hue: number): string {
  const horizon = height * 0.58;
  return picture(width, height, (x, y) => {
    const box = x > width * 0.3 && x < width * 0.74 && y > height * 0.36 && y < height * 0.78;
    if (x < 4 || y < 4 || x > width - 5 || y > height - 5) return [30, 60, 70];
    if (box && Math.floor(y / (height / 24)) % 4 === 0) return [92, 66, 40];
    if (box) return [178, 128 + hue, 74];
    return y > horizon
      ? [112 + ((x ^ y) & 7), 118, 116]
      : [150 + hue, 178 + Math.round((y / height) * 40), 206];
  });
}

/** What two people said of an answer. */
export const REVIEW = {
  verdicts: [
    {
      ...{ state: 'Needs follow-up', by: 'Ina Brandt', at: Date.UTC(2026, 2, 17, 9, 30) },
      isOutdated: false,
      reasons: 'Tyre changed without a slip of the workshop; ask for it.',
    },
    {
      state: 'Approved',
      reasons: '',
      by: 'Tomas Verel',
      at: Date.UTC(2026, 2, 17, 8),
      isOutdated: true,
    },
  ],
  notes: [
    {
      ...{ by: 'Ina Brandt', at: Date.UTC(2026, 2, 17, 9, 31) },
      text: 'The workshop was asked by telephone and sends the slip tomorrow.',
    },
  ],
  tags: ['tyres', 'workshop'],
  due: '2026-03-20',
  assignee: 'Workshop North',
};
