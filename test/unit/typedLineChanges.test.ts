import { describe, expect, it } from 'vitest';
import './browserStub.ts';
import { readLines, withLine } from '../../renderer/features/shell/line/readLines.ts';
import { text } from '../../renderer/text/en.ts';
import { contextOf, planned, refused } from './typedLineSupport.ts';

/** Two depots that are called alike. */
const TWO_YARDS = ['7', '8'].map((id) => ({ id, name: 'Yard' }));

describe('a typed line about what is there already', () => {
  it('takes one of several by its word or its key, tells it by its word, and never empties it', async () => {
    for (const typed of ['xlsx', '"excel table"', 'Excel']) {
      const { body, differences } = await planned(`set report Weekly format=${typed}`);
      expect(body).toEqual({ format: 'xlsx' });
      expect(differences[0]).toMatchObject({ label: 'Format', after: 'Excel table' });
    }
    const asked = await refused('set report Weekly format=');
    expect(asked.completions[1]?.line).toBe('set report Weekly format="PDF document"');
  });

  it('tells what a device, a sensor and a transaction belonged to before', async () => {
    expect((await planned('uninstall 990000000000031')).differences).toEqual([
      { label: 'Vehicle', before: 'WB 021 X', after: null },
    ]);
    expect((await planned('fuel f-79 WB-020')).differences).toEqual([
      { label: 'Vehicle', before: 'WB-014-LA', after: 'WB-020' },
    ]);
    expect((await planned('pair Freezer 990000000000031')).differences).toEqual([
      { label: 'Device', before: '990000000000015', after: '990000000000031' },
    ]);
    expect((await refused('pair Freezer 990000000000015')).message).toContain('so already');
    const { differences } = await planned('area circle 41.05 -2.31 200m Gate 9');
    expect(differences).toContainEqual({ label: 'Radius', before: null, after: '200 m' });
  });

  it('says which device or vehicle is in the way of an installation, and offers the line that makes room', async () => {
    const elsewhere = await refused('install 990000000000031 WB-020');
    expect(elsewhere.message).toContain('990000000000031 is in WB 021 X');
    expect(elsewhere.completions.map(({ line }) => line)).toEqual(['uninstall 990000000000031']);
    const taken = await refused('install 990000000000015 WB-014-LA');
    expect(taken.message).toContain('WB-014-LA has the device 990000000000049');
    expect(taken.completions.map(({ line }) => line)).toEqual(['uninstall 990000000000049']);
    expect((await refused('uninstall 990000000000015')).message).toContain('in no vehicle');
  });

  it('restores what was deleted and is in no list, and offers it', async () => {
    const { params, differences } = await planned('restore report Monthly');
    expect(params).toEqual({ reportId: 'r-2' });
    expect(differences).toEqual([{ label: 'Deleted', before: 'yes', after: 'no' }]);
    expect((await planned('restore monthly')).endpoint).toBe('restoreScheduledReport');
    expect((await refused('restore report')).completions.map(({ line }) => line)).toEqual([
      'restore report Monthly',
    ]);
    expect((await refused('restore report Weekly')).message).toContain('not deleted');
  });

  it('tells records of one name apart by their ids', async () => {
    const { completions } = await refused('archive user kim');
    expect(completions.map(({ line }) => line)).toEqual(['archive user 3', 'archive user 4']);
  });

  it('takes one for another of its name, and tells both by their ids', async () => {
    const { params, differences } = await planned('assign WB-040 12');
    expect(params).toEqual({ vehicleId: '106', driverId: '12' });
    expect(differences).toEqual([{ label: 'Driver', before: 'Kim Two: 11', after: 'Kim Two: 12' }]);
    expect((await refused('assign WB-040 11')).message).toBe(text.line.changesNothing);

    const yards = { named: () => Promise.resolve(TWO_YARDS) };
    const moved = await planned('set vehicle WB-030 depot=8', yards);
    expect(moved.body).toEqual({ depotId: 8 });
    expect(moved.differences[0]).toMatchObject({ before: 'Yard: 7', after: 'Yard: 8' });
    expect((await refused('set vehicle WB-030 depot=7', yards)).message).toBe(
      text.line.changesNothing,
    );
    const asked = await refused('set vehicle WB-030 depot=yard', yards);
    expect(asked.completions.map(({ line }) => line)).toEqual([
      ...['set vehicle WB-030 depot=7', 'set vehicle WB-030 depot=8'],
    ]);
  });

  it('judges a line by what the lines before it do, as an exchange of devices is typed', async () => {
    const typed = [
      ...['uninstall 990000000000049', 'uninstall 990000000000031'],
      ...['install 990000000000031 WB-014-LA', 'archive WB-020', 'restore vehicle WB-020'],
    ];
    const lines = await readLines(typed.join('\n'), contextOf(), () => true);
    expect(lines?.map(({ result }) => (result.is === 'plan' ? 'plan' : result.message))).toEqual(
      typed.map(() => 'plan'),
    );
  });

  it('puts the way that was chosen in place of its own line alone', async () => {
    const typed = '# two\n\narchive user kim\narchive WB-020';
    const [first] = (await readLines(typed, contextOf(), () => true)) ?? [];
    const chosen = first?.result.is === 'problem' ? first.result.completions[0]?.line : undefined;
    expect(withLine(typed, first?.n ?? 0, chosen ?? '')).toBe(
      '# two\n\narchive user 3\narchive WB-020',
    );
  });
});
