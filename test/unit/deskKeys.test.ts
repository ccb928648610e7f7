import { expect, it, vi } from 'vitest';
import './browserStub.ts';
import { deskKeys } from '../../renderer/features/shell/keys.svelte.ts';
import { route } from '../../renderer/state/route.svelte.ts';

vi.stubGlobal('HTMLElement', vi.fn());
vi.stubGlobal('document', { querySelector: () => null });

it('keys of the desk are letters of a Latin layout on that of another script, and with Caps Lock', () => {
  const went = vi.spyOn(route, 'go').mockReturnValue();
  const open = vi.fn();
  const keys = deskKeys(open);
  const press = (key: string, code: string, held: Partial<KeyboardEvent> = {}): void =>
    keys({
      ...{ key, code, timeStamp: 0, target: null, ctrlKey: false, metaKey: false, altKey: false },
      ...{ shiftKey: false, preventDefault: vi.fn(), stopPropagation: vi.fn(), ...held },
    } as unknown as KeyboardEvent);
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
