import { expect, it, vi } from 'vitest';
import './browserStub.ts';
import { reviewKey } from '../../renderer/features/review/keys.ts';
import { deskKeys } from '../../renderer/features/shell/keys.svelte.ts';
import { letterOf, singleAct } from '../../renderer/state/ownKeys.ts';
import { route } from '../../renderer/state/route.svelte.ts';
import { gridKey } from '../../renderer/ui/tableKeys.ts';
import { commandOfPage, commands } from '../../shared/rules/commands.ts';
import { PAGES } from '../../shared/rules/pages.ts';

vi.stubGlobal('HTMLElement', vi.fn());
vi.stubGlobal('document', { querySelector: () => null });

/** An event of a key that is pressed anywhere but in a field. */
const pressed = (key: string, code: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({
    ...{ key, code, timeStamp: 0, target: null, ctrlKey: false, metaKey: false, altKey: false },
    ...{ shiftKey: false, preventDefault: vi.fn(), stopPropagation: vi.fn(), ...held },
  }) as unknown as KeyboardEvent;

it('G and the letter of a page goes there', () => {
  const went = vi.spyOn(route, 'go').mockReturnValue();
  const keys = deskKeys(vi.fn());
  const lettered = PAGES.flatMap((page) => {
    const name = commandOfPage(page);
    const letter = name === null ? undefined : commands[name].leader;
    return letter === undefined ? [] : [{ page, letter }];
  });
  expect(lettered.length).toBeGreaterThan(15);
  for (const { letter } of lettered) {
    keys(pressed('g', 'KeyG'));
    keys(pressed(letter.toLowerCase(), `Key${letter.toUpperCase()}`));
  }
  expect(went.mock.calls.map(([page]) => page)).toEqual(lettered.map(({ page }) => page));
  went.mockRestore();
});

it('keys of the desk are letters of a Latin layout on that of another script, and with Caps Lock', () => {
  const went = vi.spyOn(route, 'go').mockReturnValue();
  const open = vi.fn();
  const keys = deskKeys(open);
  const press = (...event: Parameters<typeof pressed>): void => keys(pressed(...event));
  press('ن', 'KeyK', { ctrlKey: true });
  press('K', 'KeyK', { metaKey: true });
  expect(open).toHaveBeenCalledTimes(2);
  // Where a Latin layout has another letter there, its own counts.
  press('t', 'KeyK', { ctrlKey: true });
  expect(open).toHaveBeenCalledTimes(2);

  press('ل', 'KeyG');
  press('ر', 'KeyV');
  press('G', 'KeyG');
  press('V', 'KeyV');
  press('g', 'KeyG');
  press('v', 'KeyV');
  expect(went.mock.calls.map(([page]) => page)).toEqual(['vehicles', 'vehicles', 'vehicles']);
});

it('keys of reviews, of fuel and of lists are those of a Latin layout, too, and work with Caps Lock', () => {
  const acts = { verdict: vi.fn(() => true), step: vi.fn(), note: vi.fn(), undo: vi.fn() };
  const chooseAll = vi.fn();
  for (const event of [
    pressed('ت', 'KeyJ'),
    pressed('J', 'KeyJ'),
    pressed('٢', 'Digit2'),
    pressed('ش', 'KeyA', { ctrlKey: true }),
    // A letter of a French keyboard, and one with Shift, are none of these.
    pressed('é', 'Digit2'),
    pressed('N', 'KeyN', { shiftKey: true }),
  ]) {
    reviewKey(event, { ...acts, chooseAll });
  }
  expect(acts.step.mock.calls).toEqual([[1], [1]]);
  expect(acts.verdict.mock.calls).toEqual([[2]]);
  expect(chooseAll).toHaveBeenCalledOnce();
  expect(acts.note).not.toHaveBeenCalled();

  // Held, a digit is one verdict, which one key takes back.
  const held = pressed('2', 'Digit2', { repeat: true });
  reviewKey(held, { ...acts, chooseAll });
  expect(acts.verdict).toHaveBeenCalledOnce();
  expect(held.preventDefault).toHaveBeenCalledOnce();

  const place = { row: 4, column: -1, rows: 100, columns: 5, page: 10 };
  const event = pressed('ش', 'KeyA', { ctrlKey: true });
  const { key, shiftKey, altKey } = event;
  const asked = { key, letter: letterOf(event), shiftKey, command: true, altKey };
  expect(gridKey(asked, place, null)).toEqual({ act: 'all' });
  expect(singleAct(pressed('ت', 'KeyJ'))).toBe('down');
  expect(singleAct(pressed('ظ', 'Slash'))).toBe('filter');
});
