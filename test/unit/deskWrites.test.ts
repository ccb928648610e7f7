import { beforeEach, describe, expect, it, vi } from 'vitest';
import { write, writeByName } from '../../renderer/state/write.ts';

const call = vi.fn(async () => ({ ok: true, value: { op: { id: 'op' } } }));
beforeEach(() => {
  call.mockClear();
  vi.stubGlobal('window', { waybill: { call } });
});

const GROUP = '{"id":4,"name":"Yards"}';

describe('a write of the desk', () => {
  it('carries what its author had seen', async () => {
    await write(
      'updateAreaGroup',
      { groupId: '4' },
      { body: { name: 'Depots' }, seen: GROUP, seenAt: 7 },
    );
    await write('archiveAreaGroup', { groupId: '4' }, { seen: GROUP, seenAt: 7 });
    await writeByName(
      'updateAreaGroup',
      { groupId: '4' },
      { body: { name: 'x' }, seen: GROUP, seenAt: 7 },
    );
    await write('createAreaGroup', {}, { body: { name: 'New' } });
    const told = { seen: GROUP, seenAt: 7 };
    expect(call.mock.calls.map((args: unknown[]) => args[1])).toMatchObject([told, told, told, {}]);
    expect(call.mock.calls.at(-1)?.at(1)).not.toHaveProperty('seen');
  });

  it('of a record too long to travel says what its shorter members were, and nothing of others', async () => {
    const track = JSON.stringify('x'.repeat(1_000_001));
    const seen = `{"id":4,"name":"Yards","track":${track},"ratio":1.10}`;
    await write('archiveAreaGroup', { groupId: '4' }, { seen, seenAt: 7 });
    const [said] = call.mock.calls.map((args: unknown[]) => args[1] as { seen?: string });
    expect(said?.seen).toBe('{"name":"Yards","ratio":1.10}');
  });

  it('that changes a record and leaves that out does not compile', () => {
    const unsaid = (): void => {
      // @ts-expect-error an update says what its author had seen
      void write('updateAreaGroup', { groupId: '4' }, { body: { name: 'Depots' } });
      // @ts-expect-error and since when that was shown
      void write('updateAreaGroup', { groupId: '4' }, { body: { name: 'Depots' }, seen: GROUP });
      // @ts-expect-error so does an archive
      void write('archiveAreaGroup', { groupId: '4' }, {});
      // @ts-expect-error an assignment
      void write('setDriver', { vehicleId: '1', driverId: '2' }, { body: {} });
      // @ts-expect-error and whatever a form sends
      void writeByName('updateAreaGroup', { groupId: '4' }, { body: { name: 'x' } });
      // @ts-expect-error while a create has nothing to say
      void write('createAreaGroup', {}, { body: { name: 'New' }, seen: GROUP, seenAt: 7 });
    };
    expect(unsaid).toBeTypeOf('function');
    expect(call).not.toHaveBeenCalled();
  });
});
