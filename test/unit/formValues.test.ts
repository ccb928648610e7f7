import { expect, it, vi } from 'vitest';
import './browserStub.ts';
import { fieldsOfWrite } from '../../renderer/features/shell/line/fields.ts';
import { bodyOf, initialState } from '../../renderer/records/formValues.ts';
import { preferences } from '../../renderer/state/preferences.svelte.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
// No core: what is chosen is remembered nowhere.
vi.stubGlobal('window', { waybill: undefined });

it('now, as a form is opened with it, stays that instant in an hour that comes twice', () => {
  preferences.set('zone', 'Europe/Berlin');
  const fields = fieldsOfWrite('calibrateOdometer');
  // Half past two for the second time.
  const nowMs = Date.UTC(2026, 9, 25, 1, 30, 5);
  const opened = initialState(fields, null, nowMs);
  const sent = (occurredAt: string): unknown => {
    const values = { ...opened.values, odometer: '12', occurredAt };
    return bodyOf(fields, { values, names: {} }, opened, false).body['occurredAt'];
  };
  expect(opened.values['occurredAt']).toBe('2026-10-25T02:30');
  expect(sent('2026-10-25T02:30')).toBe('2026-10-25T01:30:05.000Z');
  expect(sent('2026-10-25T02:31')).toBe('2026-10-25T00:31:00.000Z');
});
