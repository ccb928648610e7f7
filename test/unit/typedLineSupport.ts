import './browserStub.ts';
import type { Entity, Row } from '../../renderer/bridge.ts';
import type { LineContext, Plan, Problem } from '../../renderer/features/shell/line/plan.ts';
import { plain } from '../../renderer/features/shell/line/tokens.ts';
import { understand } from '../../renderer/features/shell/line/understand.ts';

export type Fields = Record<string, unknown>;
interface Known extends Fields {
  id: string | number;
  archived?: boolean;
}

const ARTUR = { id: 7, fullName: 'Artur Rinic' };
/** What the mirror of these tests holds. */
const MIRROR: Readonly<Partial<Record<Entity, readonly Known[]>>> = {
  vehicle: [
    {
      id: 101,
      regNo: 'WB-014-LA',
      defaultLabel: 'Sprinter',
      driver: { id: 8, fullName: 'Bea Aldaly' },
    },
    { id: 102, regNo: 'WB-020', driver: ARTUR, driverId: 7 },
    { id: 103, regNo: 'WB 021 X' },
    { id: 105, regNo: 'WB-030', depotId: 7, groups: [{ id: 72, name: 'Night' }] },
    { id: 106, regNo: 'WB-040', driver: { id: 11, fullName: 'Kim Two' } },
    { id: 104, regNo: 'WB-099', archived: true },
  ],
  driver: [
    { ...ARTUR, vehicle: { id: 102, regNo: 'WB-020' } },
    { id: 8, fullName: 'Bea Aldaly', vehicle: { id: 101, regNo: 'WB-014-LA' } },
    { id: 9, fullName: 'Artur Rinner' },
    { id: 11, fullName: 'Kim Two', vehicle: { id: 106, regNo: 'WB-040' } },
    { id: 12, fullName: 'Kim Two' },
  ],
  device: [
    { id: 'd-1', imei: '990000000000015' },
    { id: 'd-3', imei: '990000000000031', vehicle: { id: 103, regNo: 'WB 021 X' } },
    { id: 'd-4', imei: '990000000000049', vehicle: { id: 101, regNo: 'WB-014-LA' } },
    { id: 'd-2', imei: '990000000000022', archived: true },
  ],
  sensor: [
    { id: 's-1', name: 'Cold room' },
    { id: 's-2', name: 'Freezer', device: { id: 'd-1' } },
  ],
  user: [
    { id: 1, fullName: 'Cem Oda', email: 'cem@example.test', team: { clientId: 5 } },
    { id: 2, fullName: 'Old Hand', archived: true },
    { id: 3, fullName: 'Kim Two' },
    { id: 4, fullName: 'Kim Two' },
  ],
  client: [{ id: 5, name: 'North Fleet' }],
  fuelTransaction: [
    { id: 'f-77', amount: 50 },
    { id: 'f-79', amount: 40, vehicle: { id: 101, regNo: 'WB-014-LA' } },
  ],
  scheduledReport: [
    { id: 'r-1', name: 'Weekly', format: 'pdf' },
    { id: 'r-3', name: 'Monthly in short' },
  ],
  area: [
    { id: 'a-1', name: 'Gate 4' },
    { id: 'a-2', name: 'Old yard', archived: true },
  ],
  areaGroup: [
    { id: 'g-1', name: 'Depots' },
    { id: 'g-2', name: 'Closed', archived: true },
  ],
};

const nameOf = (record: Known): string =>
  ['regNo', 'fullName', 'name', 'imei']
    .map((field) => record[field])
    .find((value) => typeof value === 'string') ?? String(record.id);

function rowOf(record: Known): Row {
  const { archived = false, ...fields } = record;
  const row = { id: String(record.id), json: JSON.stringify(fields), archived };
  return { ...row, readAt: 0, temporary: false, mark: null, changed: [] } as unknown as Row;
}
/** What was deleted at the service, and is in no list. */
const DELETED: Known = { id: 'r-2', name: 'Monthly', archived: true };

/** As the mirror finds it: as a whole, or word by word. */
const holds = (name: string, typed: string): boolean =>
  plain(name).includes(plain(typed)) ||
  typed.split(' ').every((word) => plain(name).includes(plain(word)));

/** What the lines of these tests are understood by. */
export function contextOf(change: Partial<LineContext> = {}): LineContext {
  return {
    search: (typed, entities) =>
      Promise.resolve(
        entities.flatMap((entity) =>
          (entity === 'fuelTransaction' ? [] : (MIRROR[entity] ?? []))
            .filter((record) => holds(nameOf(record), typed))
            .map((record) => ({
              ...{ entity, id: String(record.id), title: nameOf(record), detail: '' },
              archived: record.archived ?? false,
            })),
        ),
      ),
    get: (entity, id) => {
      const found = MIRROR[entity]?.find((record) => String(record.id) === id);
      return Promise.resolve(found === undefined ? null : rowOf(found));
    },
    named: (kind) =>
      Promise.resolve(
        {
          depot: [
            { id: '7', name: 'North yard' },
            { id: '8', name: 'North gate' },
            { id: '9', name: 'South' },
          ],
          groups: [
            { id: '71', name: 'Cold chain' },
            { id: '72', name: 'Night' },
          ],
          model: [{ id: '21', name: 'T 900' }],
          reportKind: [{ id: 'trips', name: 'Trips and stops' }],
        }[kind],
      ),
    offered: (entity) =>
      Promise.resolve(
        entity === 'fuelTransaction'
          ? [
              { entity, id: 'f-77', title: '1 Mar · Shell A4 · 50 l', detail: '', archived: false },
              { entity, id: 'f-78', title: '2 Mar · Orlen 12 · 61 l', detail: '', archived: false },
            ]
          : [],
      ),
    deleted: (entity) =>
      Promise.resolve(
        entity === 'scheduledReport'
          ? [{ entity, row: rowOf(DELETED), title: nameOf(DELETED) }]
          : [],
      ),
    deviceIn: ({ id }) => {
      const inside = MIRROR.device?.find(
        ({ vehicle }) => String((vehicle as Known | undefined)?.id) === id,
      );
      return Promise.resolve(
        inside === undefined ? null : { id: String(inside.id), name: nameOf(inside) },
      );
    },
    earlier: [],
    needsOwner: false,
    refused: () => null,
    whose: null,
    clientId: null,
    nowMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    unitM: 1000,
    ...change,
  };
}

export const read = (line: string, change?: Partial<LineContext>) =>
  understand(line, contextOf(change));
export async function planned(line: string, change?: Partial<LineContext>): Promise<Plan> {
  const result = await read(line, change);
  if (result?.is !== 'plan') throw new Error(`${line}: ${JSON.stringify(result)}`);
  return result;
}
export async function refused(line: string, change?: Partial<LineContext>): Promise<Problem> {
  const result = await read(line, change);
  if (result?.is !== 'problem') throw new Error(`${line}: ${JSON.stringify(result)}`);
  return result;
}
