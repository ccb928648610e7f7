import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NEW_DRAFT,
  addressesIn,
  changedIn,
  draftOf,
  joined,
  paramsFor,
  problemsOf,
  recipientsOf,
  withoutAddress,
  withParam,
  writtenOf,
} from '../../renderer/features/reports/draft.ts';
import {
  inOrder,
  nextRuns,
  scheduleBody,
  scheduleOf,
  scheduleText,
} from '../../renderer/records/schedule.ts';
import type { On, Schedule } from '../../renderer/records/schedule.ts';
import { scheduleSaid } from '../../renderer/features/reports/scheduleSaid.ts';
import { templatesIn } from '../../renderer/features/reports/template.ts';
import { reportKindsOf } from '../../renderer/state/reportKinds.ts';
import { reportKey, reportKind } from '../../renderer/state/keys.ts';
import { reportTemplates } from '../../electron/service/reportTemplates.ts';
import { words as arabic } from '../../renderer/text/ar.ts';
import { words as german } from '../../renderer/text/de.ts';
import { fieldsOfText } from '../../renderer/state/record.ts';
import { wallTime } from '../../renderer/state/zone.ts';
import { text } from '../../renderer/text/en.ts';

const words = text.reports.schedule;
const anyOn: fc.Arbitrary<On> = fc.oneof(
  fc.constant({ every: 'day' as const }),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 })
    .map((days) => ({ every: 'week' as const, weekdays: inOrder(days) })),
  fc.integer({ min: 1, max: 31 }).map((day) => ({ every: 'month' as const, day })),
);
const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  on: anyOn,
});

const week = (...weekdays: number[]): On => ({ every: 'week', weekdays });
const dayOfMonth = (day: number): On => ({ every: 'month', day });

describe('a schedule', () => {
  it('is told in words, and the words are read as the same schedule', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        expect(scheduleSaid(scheduleText(schedule, words), words)).toEqual(schedule);
      }),
    );
    expect(
      scheduleText({ hour: 6, minute: 5, on: { every: 'week', weekdays: [1, 4] } }, words),
    ).toBe('every Monday and Thursday at 06:05');
  });

  it.each([
    ['English', words],
    ['German', german.reports.schedule],
    ['Arabic', arabic.reports.schedule],
  ])('is told in %s words and read as the same, and so are its examples', (_language, own) => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        expect(scheduleSaid(scheduleText(schedule, own), own)).toEqual(schedule);
      }),
    );
    // What the field gives as examples is read, too.
    const examples = own.saidHint.replace(/^.*?: /, '').split(/, |، /);
    expect(examples.length).toBe(3);
    for (const one of examples) expect(scheduleSaid(one, own), one).toBeTypeOf('object');
  });

  it.each([
    [german, 'täglich 6 Uhr', { hour: 6, minute: 0, on: { every: 'day' } }],
    [german, 'Montags + donnerstags, 7.15', { hour: 7, minute: 15, on: week(1, 4) }],
    [german, 'mo, mi und fr um 8 Uhr abends', { hour: 20, minute: 0, on: week(1, 3, 5) }],
    [german, 'werktags mittags', { hour: 12, minute: 0, on: week(1, 2, 3, 4, 5) }],
    [german, 'monatlich am 15. um 18:00 Uhr', { hour: 18, minute: 0, on: dayOfMonth(15) }],
    [arabic, 'يوميًا ٦:٣٠ صباحًا', { hour: 6, minute: 30, on: { every: 'day' } }],
    [arabic, 'الأحد والثلاثاء الساعة 6 مساءً', { hour: 18, minute: 0, on: week(2, 0) }],
    [arabic, 'كل يوم اثنين عند منتصف الليل', { hour: 0, minute: 0, on: week(1) }],
    [german, 'täglich um 12 Uhr mittags', { hour: 12, minute: 0, on: { every: 'day' } }],
    [german, 'montags um 12 mittags', { hour: 12, minute: 0, on: week(1) }],
    [german, 'am 15. Tag des Monats um 6', { hour: 6, minute: 0, on: { every: 'month', day: 15 } }],
    [arabic, 'كل يوم الساعة ١٢ ظهرا', { hour: 12, minute: 0, on: { every: 'day' } }],
    [arabic, 'يوميًا الساعة 12 منتصف الليل', { hour: 0, minute: 0, on: { every: 'day' } }],
    [arabic, 'أيام الاثنين الساعة 6', { hour: 6, minute: 0, on: week(1) }],
    [arabic, 'كل يوم عمل الساعة 7', { hour: 7, minute: 0, on: week(1, 2, 3, 4, 5) }],
  ])('is read in other languages out of “%s”', ({ reports }, said, schedule) => {
    expect(scheduleSaid(said, reports.schedule)).toEqual(schedule);
  });

  it.each([
    [german, 'jeden Montag', 'time'],
    [german, 'jeden Moontag um 6', 'days'],
    [german, 'jeden Monat um 6', 'days'],
    [german, 'montags und am 15. um 6', 'days'],
    [arabic, 'كل الاثنين', 'time'],
    [german, 'alle 14 Tage um 6:30', 'days'],
    [arabic, 'كل حين الساعة 6', 'days'],
    [arabic, 'كل 3 أيام الساعة 6', 'days'],
  ])('is not read in other languages out of “%s”', ({ reports }, said, problem) => {
    expect(scheduleSaid(said, reports.schedule)).toBe(problem);
  });

  it('travels in as few fields as it needs, and is read back', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        expect(scheduleOf(JSON.parse(JSON.stringify(scheduleBody(schedule))))).toEqual(schedule);
      }),
    );
    expect(scheduleBody({ hour: 6, minute: 0, on: { every: 'week', weekdays: [1] } })).toEqual({
      weekday: 1,
      hour: 6,
    });
  });

  it.each([
    ['daily 6', { hour: 6, minute: 0, on: { every: 'day' } }],
    ['every day at 6:30 pm', { hour: 18, minute: 30, on: { every: 'day' } }],
    [
      'Mondays and thursdays, 7:15',
      { hour: 7, minute: 15, on: { every: 'week', weekdays: [1, 4] } },
    ],
    ['mon wed fri at 8', { hour: 8, minute: 0, on: { every: 'week', weekdays: [1, 3, 5] } }],
    ['weekdays at noon', { hour: 12, minute: 0, on: { every: 'week', weekdays: [1, 2, 3, 4, 5] } }],
    [
      'on the 15th of every month at 18:00',
      { hour: 18, minute: 0, on: { every: 'month', day: 15 } },
    ],
    ['every day at 12 noon', { hour: 12, minute: 0, on: { every: 'day' } }],
    ['daily at 12 midnight', { hour: 0, minute: 0, on: { every: 'day' } }],
    ['on day 12 of every month at noon', { hour: 12, minute: 0, on: { every: 'month', day: 12 } }],
    ['every Sunday at midnight', { hour: 0, minute: 0, on: { every: 'week', weekdays: [0] } }],
  ])('is read out of “%s”', (said, schedule) => {
    expect(scheduleSaid(said, words)).toEqual(schedule);
  });

  it.each([
    ['every monday', 'time'],
    ['', 'time'],
    ['every day at 25:00', 'time'],
    ['every day at 13 pm', 'time'],
    ['now and then at 6', 'days'],
    ['every mouday at 6', 'days'],
    ['every month at 6', 'days'],
    ['weekly 6', 'days'],
    ['on day 32 of every month at 6', 'days'],
    ['every 3 days at 6', 'days'],
    ['at 6 on day 3', 'days'],
  ])('is not read out of “%s”: %s', (said, problem) => {
    expect(scheduleSaid(said, words)).toBe(problem);
  });

  it('whatever was typed, is read or told what is missing', () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        const read = scheduleSaid(said, words);
        if (typeof read === 'object') expect(scheduleOf(scheduleBody(read))).toEqual(read);
      }),
    );
  });

  it('of another shape is none that is known', () => {
    for (const other of [null, '0 6 * * 1', 5, [], {}, { hour: 24 }, { hour: 6, weekday: 7 }]) {
      expect(scheduleOf(other)).toBeNull();
    }
    expect(scheduleOf({ hour: 6, weekday: 1, everyOther: true })).toBeNull();
    expect(scheduleOf({ hour: 6, weekday: 1, day: 2 })).toBeNull();
    expect(scheduleOf({ hour: 6, weekdays: [] })).toBeNull();
  });

  it('runs next by the clock of its zone, also where that jumps', () => {
    const on = { every: 'week' as const, weekdays: [0, 6] };
    const from = Date.parse('2026-03-27T12:00:00Z');
    const runs = nextRuns({ hour: 2, minute: 30, on }, from, 'Europe/Berlin', 3);
    expect(runs.map((at) => new Date(at).toISOString())).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-04-04T00:30:00.000Z',
    ]);
    const late = nextRuns({ hour: 6, minute: 0, on: { every: 'month', day: 31 } }, from, 'UTC', 3);
    expect(late.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2026-03-31',
      '2026-05-31',
      '2026-07-31',
    ]);
  });

  it('runs later each time, at its own time of the day', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 4e12 }), (schedule, from) => {
        const runs = nextRuns(schedule, from, 'UTC', 4);
        expect(runs.length).toBe(4);
        for (const [i, at] of runs.entries()) {
          expect(at).toBeGreaterThan(runs[i - 1] ?? from);
          const [hour, minute] = wallTime(at, 'UTC').slice(11).split(':').map(Number);
          expect([hour, minute]).toEqual([schedule.hour, schedule.minute]);
        }
      }),
    );
  });
});

describe('the templates of reports', () => {
  const answer = {
    formats: ['csv', 'pdf', 'doc'],
    periods: ['day', 'week'],
    templates: [
      { type: 'idling', name: 'Idling', params: ['vehicleIds', 'period', 'minDuration'] },
      {
        type: 'own',
        parameters: [
          { name: 'areaIds', label: 'Places', required: true },
          { key: 'mode', options: [{ value: 'a' }, 'b'] },
          { name: 'whole', type: 'boolean' },
          { name: 'limit', type: 'integer' },
        ],
      },
      'plain',
      { no: 'type' },
    ],
  };

  it('become forms: records, choices, quantities with units', () => {
    const { templates, formats } = templatesIn(JSON.stringify(answer));
    expect(formats).toEqual(['csv', 'pdf']);
    expect(templates.map(({ type, name }) => [type, name])).toEqual([
      ['idling', 'Idling'],
      ['own', 'own'],
      ['plain', 'plain'],
    ]);
    expect(templates[0]?.params.map(({ key, asks }) => [key, asks])).toEqual([
      ['vehicleIds', { as: 'records', entity: 'vehicle' }],
      ['period', { as: 'choice', options: ['day', 'week'] }],
      ['minDuration', { as: 'seconds' }],
    ]);
    expect(
      templates[1]?.params.map(({ label, required, asks }) => [label, required, asks.as]),
    ).toEqual([
      ['Places', true, 'records'],
      [null, false, 'choice'],
      [null, false, 'yesNo'],
      [null, false, 'number'],
    ]);
  });

  it('whatever the service answers, are a list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { templates, formats } = templatesIn(JSON.stringify(value));
        expect(Array.isArray(templates)).toBe(true);
        expect(formats.length).toBeGreaterThan(0);
      }),
    );
    expect(templatesIn(null).templates).toEqual([]);
  });
});

describe('a report that is written', () => {
  const record = {
    ...{ id: 'r1', name: 'Weekly', type: 'trips', format: 'xlsx' },
    params: { period: 'week', vehicleIds: [7], budget: { code: 'x' } },
    recipients: ['a@example.com', { email: 'b@example.com' }],
    schedule: { weekday: 1, hour: 6 },
  };
  const opened = draftOf(fieldsOfText(JSON.stringify(record)));

  it('changes only what differs, and keeps parameters that no template knows', () => {
    expect(writtenOf(opened, opened)).toBeNull();
    expect(writtenOf({ ...opened, name: ' Monthly ' }, opened)).toEqual({
      body: { name: 'Monthly' },
      extra: {},
    });
    const params = withParam(opened.params, 'period', 'day');
    expect(writtenOf({ ...opened, params }, opened)?.body).toEqual({
      params: { vehicleIds: [7], budget: { code: 'x' }, period: 'day' },
    });
    // Chosen as it was before it stands behind the others, and nothing differs.
    const back = withParam(withParam(params, 'period', 'week'), 'vehicleIds', []);
    const again = withParam(back, 'vehicleIds', [7]);
    expect(Object.keys(again)).not.toEqual(Object.keys(opened.params));
    expect(writtenOf({ ...opened, params: again }, opened)).toBeNull();
    const of = (limit: number | null) => ({ ...opened, params: { limit } });
    expect(changedIn(of(NaN), of(null))).toContain('params.limit');
    const schedule: Schedule = { hour: 7, minute: 30, on: { every: 'day' } };
    const extra = { schedule: { hour: 7, minute: 30 }, recipients: [] };
    const changed = { ...opened, schedule, recipients: [] };
    expect(writtenOf(changed, opened)).toEqual({ body: {}, extra });
  });

  it('leaves recipients that stay as the service has them, also such as have no address', () => {
    const members = [
      { id: 7, name: 'Ops' },
      { id: 9, email: 'b@example.com', name: 'Ben' },
      'c@x.example',
    ];
    const more = draftOf(fieldsOfText(JSON.stringify({ ...record, recipients: members })));
    expect(more.recipients).toEqual(['b@example.com', 'c@x.example']);
    expect(withoutAddress(more)).toBe(1);
    const recipients = ['b@example.com', 'ada@example.com'];
    expect(writtenOf({ ...more, recipients }, more)?.extra).toEqual({
      recipients: [...members.slice(0, 2), 'ada@example.com'],
    });
    expect(recipientsOf(['a@x.example', 'a@x.example'])).toEqual(['a@x.example']);
  });

  it('tells which of its parameters differ, so that what was refused of the others is still said', () => {
    const params = withParam(opened.params, 'period', 'day');
    expect([...changedIn({ ...opened, params }, opened)]).toEqual(['params', 'params.period']);
    expect([...changedIn(opened, opened)]).toEqual([]);
  });

  it('that is new sends all of itself', () => {
    const draft = { ...NEW_DRAFT, name: 'New', type: 'trips' };
    expect(writtenOf(draft, null)).toEqual({
      body: { name: 'New', type: 'trips', format: 'pdf', params: {} },
      extra: { schedule: { weekday: 1, hour: 6 }, recipients: [] },
    });
  });

  it('that the service lists twice are one, with each of their options once', () => {
    const param = { key: 'mode', options: ['a', 'b', 'a'] };
    const json = JSON.stringify({
      templates: [{ type: 'idling', params: [param] }, 'idling'],
      formats: ['pdf', 'pdf'],
    });
    const { templates, formats } = templatesIn(json);
    expect(templates).toHaveLength(1);
    expect(templates[0]?.params[0]?.asks).toEqual({ as: 'choice', options: ['a', 'b'] });
    expect(formats).toEqual(['pdf']);
    expect(reportKindsOf(json)).toEqual([{ value: 'idling', name: 'idling' }]);
  });

  it('of another kind leaves the parameters of the first behind, and no others', () => {
    const { templates } = templatesIn(
      JSON.stringify([
        { type: 'a', params: ['period', 'vehicleIds'] },
        { type: 'b', params: ['period'] },
      ]),
    );
    expect(paramsFor(opened.params, templates[0], templates[1])).toEqual({
      period: 'week',
      budget: { code: 'x' },
    });
  });

  it('says what is missing at its field', () => {
    const [template] = templatesIn(
      JSON.stringify([{ type: 'a', params: [{ name: 'areaIds', required: true }, 'minDuration'] }]),
    ).templates;
    const draft = { ...NEW_DRAFT, type: 'a', params: { minDuration: NaN } };
    expect([...problemsOf(draft, template)]).toEqual([
      ['name', 'needed'],
      ['params.areaIds', 'needed'],
      ['params.minDuration', 'number'],
    ]);
    expect(problemsOf({ ...draft, name: 'n', params: { areaIds: [1] } }, template).size).toBe(0);
  });

  it('takes addresses out of whatever was pasted, each once, and names what is none', () => {
    expect(addressesIn('Ada <ada@example.com>; bo@example.org,ADA@example.com x@y')).toEqual({
      found: ['ada@example.com', 'bo@example.org'],
      wrong: ['Ada', 'x@y'],
    });
    expect(joined(['a@example.com'], ['A@example.com', 'b@example.com'])).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
    expect(recipientsOf(record.recipients)).toEqual(['a@example.com', 'b@example.com']);
    expect(recipientsOf(undefined)).toEqual([]);
  });
});

describe('kinds of report and what they ask for', () => {
  const { templates, periods } = reportTemplates();
  const names = templates.map(({ name }) => name);
  const keys = [...new Set([...templates.flatMap(({ params }) => params), ...periods])];

  it('have words in German and Arabic, but for those that are the tenant’s own', () => {
    for (const { reports } of [german, arabic]) {
      const kinds: Readonly<Record<string, string>> = reports.kinds;
      const params: Readonly<Record<string, string>> = reports.keys;
      for (const name of names) expect(kinds[name] ?? name, name).not.toBe(name);
      for (const key of keys) expect(params[key] ?? reportKey(key), key).not.toBe(reportKey(key));
    }
    expect(names.map(reportKind)).toEqual(names);
    expect(reportKind('Tolls by month')).toBe('Tolls by month');
    expect(['vehicleIds', 'minDistance', 'tollGates', 'gateIds'].map(reportKey)).toEqual([
      ...['Vehicles', 'Min distance', 'Toll gates', 'Gates'],
    ]);
  });
});
