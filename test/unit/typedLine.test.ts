import { describe, expect, it } from 'vitest';
import './browserStub.ts';
import { writeNames } from '../../shared/api/catalogue.ts';
import type { WriteName } from '../../renderer/bridge.ts';
import { MOST_LINES, readLines } from '../../renderer/features/shell/line/readLines.ts';
import { tokensOf } from '../../renderer/features/shell/line/tokens.ts';
import { contextOf, planned, read, refused } from './typedLineSupport.ts';
import type { Fields } from './typedLineSupport.ts';

/** A line for each write, with what it sends. */
const LINES: Readonly<Record<WriteName, readonly [line: string, params: Fields, body?: Fields]>> = {
  createVehicle: [
    'add vehicle WB-200 label="Night van"',
    {},
    { regNo: 'WB-200', defaultLabel: 'Night van' },
  ],
  updateVehicle: [
    'set vehicle WB-020 label=Spare',
    { vehicleId: '102' },
    { defaultLabel: 'Spare' },
  ],
  archiveVehicle: ['archive WB-020', { vehicleId: '102' }],
  restoreVehicle: ['restore vehicle WB-099', { vehicleId: '104' }],
  calibrateOdometer: [
    'odometer WB-020 123456 km',
    { vehicleId: '102' },
    { odometer: 123_456_000, occurredAt: '2026-01-02T03:04:05.000Z' },
  ],
  setDriver: ['assign WB-014 rinic', { vehicleId: '101', driverId: '7' }, {}],
  unsetDriver: ['unassign WB-020', { vehicleId: '102', driverId: '7' }, {}],
  createDevice: ['add device 990000000000033', {}, { imei: '990000000000033' }],
  updateDevice: ['set device 990000000000015 usage=van', { deviceId: 'd-1' }, { usage: 'van' }],
  installDevice: ['install 990000000000015 WB-020', { deviceId: 'd-1' }, { vehicleId: 102 }],
  uninstallDevice: ['uninstall 990000000000031', { deviceId: 'd-3' }, {}],
  archiveDevice: ['archive 990000000000015', { deviceId: 'd-1' }],
  restoreDevice: ['restore device 990000000000022', { deviceId: 'd-2' }],
  installSensor: ['pair "Cold room" 990000000000015', { sensorId: 's-1' }, { deviceId: 'd-1' }],
  createUser: ['add user eva@example.test', {}, { email: 'eva@example.test' }],
  updateUser: ['set user "Cem Oda" phone=+4712345678', { userId: '1' }, { phone: '+4712345678' }],
  archiveUser: ['archive Cem Oda', { userId: '1' }],
  restoreUser: ['restore user Old Hand', { userId: '2' }],
  createClientUser: [
    'add client-user "North Fleet" eva@example.test',
    { clientId: '5' },
    { email: 'eva@example.test' },
  ],
  updateClientUser: [
    'set client-user "Cem Oda" phone=+4712345678',
    { clientId: '5', userId: '1' },
    { phone: '+4712345678' },
  ],
  assignFuelTransaction: ['fuel f-77 WB-020', { recordId: 'f-77' }, { vehicleId: 102 }],
  createScheduledReport: [
    'add report Trips kind=trips format=csv',
    {},
    { name: 'Trips', type: 'trips', format: 'csv' },
  ],
  updateScheduledReport: ['set report Weekly format=csv', { reportId: 'r-1' }, { format: 'csv' }],
  deleteScheduledReport: ['delete report Weekly', { reportId: 'r-1' }],
  restoreScheduledReport: ['restore report Monthly', { reportId: 'r-2' }],
  createArea: [
    'area circle 41.05 -2.31 200m North gate',
    {},
    {
      ...{ type: 'circle', coordinates: [{ lat: 41.05, lng: -2.31 }], radius: 200 },
      name: 'North gate',
    },
  ],
  updateArea: ['set area "Gate 4" name="Gate 5"', { areaId: 'a-1' }, { name: 'Gate 5' }],
  archiveArea: ['archive area Gate 4', { areaId: 'a-1' }],
  restoreArea: ['restore area Old yard', { areaId: 'a-2' }],
  deleteArea: ['delete area Gate 4', { areaId: 'a-1' }],
  createAreaGroup: ['add group North yards', {}, { name: 'North yards' }],
  updateAreaGroup: ['set group Depots name=Yards', { groupId: 'g-1' }, { name: 'Yards' }],
  archiveAreaGroup: ['archive group Depots', { groupId: 'g-1' }],
  restoreAreaGroup: ['restore group Closed', { groupId: 'g-2' }],
  deleteAreaGroup: ['delete group Depots', { groupId: 'g-1' }],
};

describe('the typed line', () => {
  it.each(writeNames.map((name) => [name, LINES[name][0]] as const))(
    'has a line for %s: %s',
    async (name, line) => {
      const [, params, body] = LINES[name];
      const plan = await planned(line);
      expect({ endpoint: plan.endpoint, params: plan.params, body: plan.body }).toEqual({
        ...{ endpoint: name, params },
        body,
      });
    },
  );

  it('tells what it changes before it does: whose vehicle and whose driver', async () => {
    const { title, differences, seen } = await planned('assign WB-014-LA "Artur Rinic"');
    expect(title).toBe('Assign a driver to a vehicle: WB-014-LA');
    expect(differences).toEqual([
      { label: 'Driver', before: 'Bea Aldaly', after: 'Artur Rinic' },
      { label: 'Vehicle of Artur Rinic', before: 'WB-020', after: 'WB-014-LA' },
    ]);
    expect(seen).toContain('Bea Aldaly');
  });

  it('tells an instant that it fills in by itself as people write it', async () => {
    const { differences } = await planned('odometer WB-020 123456 km');
    expect(differences.at(-1)?.after).toMatch(/2026/);
    expect(differences.at(-1)?.after).not.toContain('T03:04');
  });

  it('asks which record is meant where several match, and completes the line with each', async () => {
    const { message, completions } = await refused('assign WB-020 artur');
    expect(message).toContain('2');
    expect(completions.map(({ line }) => line)).toEqual([
      'assign WB-020 "Artur Rinic"',
      'assign WB-020 "Artur Rinner"',
    ]);
  });

  it('takes depots, groups, models and kinds by their names, and tells what stood there by its name', async () => {
    const moved = await planned('set vehicle WB-030 depot="south" groups="night, Cold chain"');
    expect(moved.body).toEqual({ depotId: 9, groupIds: [72, 71] });
    expect(moved.differences).toEqual([
      { label: 'Depot', before: 'North yard', after: 'South' },
      { label: 'Groups', before: 'Night', after: 'Night, Cold chain' },
    ]);
    expect((await planned('set device 990000000000015 model=T900')).body).toEqual({ typeId: 21 });
    const kind = await planned('add report Weekly kind="Trips and stops" format=csv');
    expect(kind.body).toMatchObject({ type: 'trips' });
    // One that several are called by, or none, is completed, not sent as an id.
    const several = await refused('set vehicle WB-020 depot=north label=Spare');
    expect(several.completions.map(({ line }) => line)).toEqual([
      'set vehicle WB-020 depot="North yard" label=Spare',
      'set vehicle WB-020 depot="North gate" label=Spare',
    ]);
    const none = await refused('set vehicle WB-020 groups="Night, Days"');
    expect(none.message).toContain('Days');
    expect(none.completions[0]?.line).toBe('set vehicle WB-020 groups="Night, Cold chain"');
    const formats = (await refused('set report Weekly format=odt')).completions;
    expect(formats.map(({ title }) => title)).toEqual(['CSV table', 'PDF document', 'Excel table']);
  });

  it('offers the fields that a line may go on with', async () => {
    const { completions } = await refused('set vehicle WB-020');
    expect(completions.map(({ line }) => line)).toContain('set vehicle WB-020 depot=');
  });

  it('finds a number of which the middle is left out', async () => {
    expect((await planned('install 990…015 WB-020')).params).toEqual({ deviceId: 'd-1' });
    expect((await planned('install 990...015 WB-020')).params).toEqual({ deviceId: 'd-1' });
    expect((await refused('install 990…016 WB-020')).message).toContain('990…016');
  });

  it('offers what no search finds by what is known of it, and tells it so', async () => {
    const all = (await refused('fuel')).completions;
    expect(all.map(({ line }) => line)).toEqual(['fuel f-77', 'fuel f-78']);
    const some = await refused('fuel orlen WB-020');
    expect(some.completions).toEqual([
      { title: '2 Mar · Orlen 12 · 61 l', detail: '', line: 'fuel f-78 WB-020' },
    ]);
    expect((await planned('fuel f-77 WB-020')).title).toContain('Shell A4');
  });

  it('asks whoever stands above the clients who will own what is new', async () => {
    const above = { needsOwner: true };
    expect((await refused('add vehicle WB-200', above)).message).toContain('Client');
    const made = await planned('add vehicle WB-200 client="north"', above);
    expect([made.body, made.extra]).toEqual([{ regNo: 'WB-200' }, '{"clientId":5}']);
    expect(made.differences.at(-1)).toEqual({
      label: 'Client',
      before: null,
      after: 'North Fleet',
    });
    const area = await planned('area circle 41.05 -2.31 200m Gate 9 client=North', above);
    expect(area.extra).toBe('{"clientId":5}');
    expect((await planned('add user eva@example.test', above)).extra).toBeNull();
    expect((await refused('add vehicle WB-200 client=north')).message).toContain('client');
  });

  it('tells the kind of an area in words', async () => {
    const { differences } = await planned('area circle 41.05 -2.31 200m Gate 9');
    expect(differences[0]).toEqual({ label: 'Kind', before: null, after: 'Circle' });
  });

  it.each([
    ['assign', 'Which vehicle?'],
    ['assign WB-014', 'Which driver?'],
    ['assign WB-777 rinic', 'WB-777'],
    ['odometer WB-020', 'Odometer'],
    ['odometer WB-020 far', 'km'],
    ['odometer WB-020 123,456 km', 'two ways'],
    ['set vehicle WB-020', 'label'],
    ['set vehicle WB-020 colour=red', 'colour'],
    ['set vehicle WB-020 label=a label=b', 'twice'],
    ['set report Weekly format=odt', 'CSV table'],
    ['archive vehicle WB-099', 'archived already'],
    ['restore vehicle WB-020', 'not archived'],
    ['unassign WB-014-LA extra', 'WB-014-LA extra'],
    ['unassign "WB 021 X"', 'no driver'],
    ['area', 'shape'],
    ['area circle', 'place'],
    ['area circle 41.05 -2.31', 'radius'],
    ['area circle 41.05 -2.31 200m', 'Name'],
    ['area polygon 41.05,-2.31 41.06,-2.31 Yard', '3'],
    ['area polygon 10,179.0 10,-179 11,-179 Ring', 'date line'],
    ['area circle 10,179.9 50km Ring', 'date line'],
    ['area polygon 0 0 1 1 1 0 0 1 Bow', 'cross'],
    ['area circle 91 -2.31 200m Pole', 'place'],
    ['assign WB-020 "Artur Rinic"', 'so already'],
  ])('says what is missing or wrong: %s', async (line, told) => {
    expect((await refused(line)).message).toContain(told);
  });

  it('uses the rows of the interface that the account has, and says why one is refused', async () => {
    const own = await planned('add user eva@example.test', { clientId: '5' });
    expect(own).toMatchObject({ endpoint: 'createClientUser', params: { clientId: '5' } });
    const why = await refused('archive WB-020', {
      refused: (name) => (name === 'archiveVehicle' ? 'Your role may not.' : null),
    });
    expect(why.message).toBe('Your role may not.');
  });

  it('takes other text for no command', async () => {
    for (const line of ['', '  ', 'WB-014', 'assignments', '41.05 -2.31']) {
      expect(await read(line)).toBeNull();
    }
  });

  it('reads several lines, and none too many', async () => {
    const typed = 'archive WB-020\r\n\n# a note\nnonsense\nassign WB-014-LA Artur Rinic';
    const lines = await readLines(typed, contextOf(), () => true);
    expect(lines?.map(({ result }) => result.is)).toEqual(['plan', 'problem', 'plan']);
    const many = 'archive WB-020\n'.repeat(MOST_LINES + 1);
    expect(await readLines(many, contextOf(), () => true)).toBeNull();
  });

  it('takes a name with an equals sign that stands in quotes for no field', async () => {
    const made = await planned('area circle 41.05 -2.31 200m "Speed=30"');
    expect(made.body).toMatchObject({ name: 'Speed=30' });
    expect(tokensOf('"Speed=30" label="a=b"').map(({ isQuoted }) => isQuoted)).toEqual([
      true,
      false,
    ]);
  });

  it('knows where each word stands, quotes and open quotes included', () => {
    const line = 'set vehicle "WB 021 X"  label="Night van';
    expect(tokensOf(line).map(({ text, from, to }) => [text, line.slice(from, to)])).toEqual([
      ['set', 'set'],
      ['vehicle', 'vehicle'],
      ['WB 021 X', '"WB 021 X"'],
      ['label=Night van', 'label="Night van'],
    ]);
  });
});
