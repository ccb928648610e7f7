import './browserStub.ts';
import { expect, test } from 'vitest';
import { answerText } from '../../renderer/answers/answerText.ts';
import { linkOfHref } from '../../renderer/records/copied.ts';
import { href } from '../../renderer/routes.ts';
import { readLink } from '../../electron/shell/deepLinks.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';

test('an answer as text says every question with what was answered, and no picture’s bytes', () => {
  const layout = layoutAnswer(
    JSON.stringify({
      ...{ id: 7, title: 'Yard check', vehicle: { id: 3, regNo: 'WB-003' } },
      values: {
        lights: true,
        remark: 'Left mirror loose',
        photo: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(40)}`,
        nothing: '',
        tyres: [
          { place: 'left', depth: 2 },
          { place: 'right', depth: 4 },
        ],
      },
    }),
    null,
  );
  expect(layout).not.toBeNull();
  const lines = layout === null ? [] : answerText(layout).split('\n');
  expect(lines[0]).toBe(layout?.title);
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Vehicle: WB-003', 'Lights: Yes', 'Remark: Left mirror loose'],
      ...['Tyres 1 › Place: left', 'Tyres 2 › Depth: 4'],
    ]),
  );
  expect(lines.join()).not.toMatch(/base64|Nothing|iVBOR/);
});

test('a link to an answer leads to its page, and none is offered that the app would not follow', () => {
  const link = linkOfHref(href('answers', '600010'));
  expect(link).toBe('waybill://open/answers/600010');
  expect(readLink(link ?? '')).toBe(href('answers', '600010'));
  expect(linkOfHref(href('answers', 'a/b ü'))).toBeNull();
});
