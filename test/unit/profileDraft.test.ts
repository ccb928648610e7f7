import './browserStub.ts';
import { expect, test } from 'vitest';
import { defaultProfile, parseProfile } from '../../electron/core/api/profile.ts';
import {
  PROFILE_GROUPS,
  draftOf,
  overridesOf,
  problemsOf,
  refusedAt,
  rowKey,
  valuesIn,
} from '../../renderer/features/settings/profileDraft.ts';
import type { ProfileDraft } from '../../renderer/features/settings/profileDraft.ts';

const OF_EVERY_PART = {
  ...{ pageSize: 50, firstPage: 0 },
  query: { page: 'p', limit: 'per_page', sort: 'order', fields: 'only' },
  archived: { name: 'state', archived: 'gone', all: 'any' },
  dates: {
    dateFromTo: { dateFrom: 'from', dateTo: 'to' },
    startEndDate: { startDate: 'start', endDate: 'end' },
    occurredAt: { occurredAt: 'at' },
  },
  totals: ['count', 'page.total'],
  limits: ['size'],
  paths: { login: '/auth/login', getVehicle: '/fleet/{vehicleId}' },
  envelopes: { listVehicles: ['rows', ''] },
  queryNames: { listVehicles: { search: 'q' } },
  bodyNames: { updateVehicle: { defaultLabel: 'label' } },
  permissions: { 'vehicles.read': 'fleet.view' },
};
const nothing: ProfileDraft = { values: {}, rows: [] };
const messageOf = (overrides: string): string => {
  const parsed = parseProfile(overrides);
  return parsed.ok ? '' : parsed.error.message;
};

test('everything that a profile can say has a field, and comes back from it as it was', () => {
  const draft = draftOf(JSON.stringify(OF_EVERY_PART)) ?? nothing;
  expect(JSON.parse(overridesOf(draft))).toEqual(OF_EVERY_PART);
  expect([...problemsOf(draft)]).toEqual([]);
  expect(Object.values(draft.values).filter((value) => value === '')).toEqual([
    // The other four paths of the sign-in.
    ...['', '', '', ''],
  ]);
  const parts = new Set(
    PROFILE_GROUPS.flatMap(({ fields }) => fields).map(({ key }) => key.split('.')[0]),
  );
  const rows = new Set(draft.rows.map(({ kind }) => kind));
  expect(Object.keys(defaultProfile).filter((part) => !parts.has(part))).toEqual(
    expect.arrayContaining([...rows].filter((kind) => kind !== 'paths')),
  );
  expect(overridesOf(draftOf('') ?? nothing)).toBe('{}');
  expect(draftOf('[1]')).toBeNull();
  expect(draftOf('{')).toBeNull();
});

test('defaults show where a field is empty', () => {
  const defaults = valuesIn(JSON.stringify(defaultProfile));
  expect(defaults).toMatchObject({ pageSize: '200', 'query.page': 'page', 'paths.getMe': '/me' });
  expect(defaults['totals']).toBe('total, meta.total, result.total');
  expect(Object.values(defaults)).not.toContain('');
});

test.each([
  ['pageSize', '0'],
  ['pageSize', '5.5'],
  ['pageSize', '1001'],
  ['firstPage', '2'],
  ['query.page', '1st'],
  ['query.sort', 'a b'],
  ['totals', 'a.b.c'],
  ['limits', ','],
  ['dates.occurredAt.occurredAt', 'ät'],
  ['paths.login', 'https://evil.example/'],
  ['paths.login', '//evil.example/'],
  ['paths.login', '/a/../b'],
])('%s with “%s” is refused at its field, as by the core', (key, value) => {
  const draft = { values: { [key]: value }, rows: [] };
  expect([...problemsOf(draft).keys()]).toEqual([key]);
  // A list without anything in it is no override: the core is not asked for it.
  if (value !== ',') expect(messageOf(overridesOf(draft))).not.toBe('');
});

test('a row that is not whole, comes twice or is refused by the core is told by its number', () => {
  const row = { kind: 'envelopes', of: 'listVehicles', ours: '', theirs: 'rows' } as const;
  const incomplete = { ...row, theirs: '' };
  const renaming = { kind: 'queryNames', of: 'listVehicles', ours: '', theirs: 'q' } as const;
  const rows = [row, incomplete, renaming, { ...row, of: '__proto__' }, { ...row, of: 'x y' }];
  expect([...problemsOf({ values: {}, rows: [...rows, row] }).keys()]).toEqual(
    [1, 2, 3, 4, 5].map(rowKey),
  );
  const cars = { values: {}, rows: [row, { ...row, of: 'listCars' }] };
  expect(problemsOf(cars).size).toBe(0);
  expect(refusedAt(messageOf(overridesOf(cars)), cars)).toBe(rowKey(1));
  const flying = { kind: 'permissions', of: 'cars.fly', ours: '', theirs: 'x' } as const;
  const permission = { values: {}, rows: [flying] };
  expect(refusedAt(messageOf(overridesOf(permission)), permission)).toBe(rowKey(0));
  expect(refusedAt(messageOf('{"pageSize":0}'), nothing)).toBe('pageSize');
  expect(refusedAt(messageOf('{"pagesize":1}'), nothing)).toBeNull();
});
