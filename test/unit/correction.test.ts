import './browserStub.ts';
import { describe, expect, test } from 'vitest';
import { correctedBody, correctionOf } from '../../renderer/records/writes/correction.ts';

describe('a correction', () => {
  const op = {
    endpoint: 'updateVehicle',
    patch: '{"depotId":4,"groupIds":[71],"defaultLabel":"One\\nTwo","costCentre":"C 1"}',
  };

  test('asks what the form asks, and keeps to the letter what was not touched', () => {
    const correction = correctionOf(op);
    expect(correction.fields.map(({ name }) => name)).toEqual(['depotId', 'groupIds']);
    // What the form has no room for is edited as it is.
    expect([...correction.others.keys()]).toEqual(['defaultLabel', 'costCentre']);
    const { opened } = correction;
    expect(opened.values).toEqual({ depotId: '4', groupIds: '71' });
    const entered = { ...opened.values, groupIds: '71, 72' };
    expect(correctedBody(op, correction, entered)).toEqual({
      body: { depotId: 4, groupIds: [71, 72] },
      ...{ extra: null, errors: {} },
    });
    const emptied = { depotId: '', groupIds: '' };
    expect(correctedBody(op, correction, emptied).body).toEqual({ depotId: null, groupIds: [] });
  });

  test('tells what the write said when it was opened, whatever was folded into it since', () => {
    const correction = correctionOf(op);
    const since = { ...op, patch: '{"depotId":5,"groupIds":[71]}' };
    expect(correction.was).toBe(op.patch);
    const { values } = correction.opened;
    expect(correctedBody(since, correction, values).body).toEqual({ depotId: 4, groupIds: [71] });
  });

  test('of a distance is typed in the unit of the person, and of a new record asks for all', () => {
    const reading = {
      endpoint: 'calibrateOdometer',
      patch: '{"occurredAt":"2026-01-02T03:04:00.000Z","odometer":123456000}',
    };
    const correction = correctionOf(reading);
    expect(correction.opened.values['odometer']).toBe('123456');
    const entered = { ...correction.opened.values, odometer: '123457' };
    expect(correctedBody(reading, correction, entered).body).toEqual({
      occurredAt: '2026-01-02T03:04:00.000Z',
      odometer: 123457000,
    });
    const made = { endpoint: 'createVehicle', patch: '{"regNo":"NEW 1"}' };
    const all = correctionOf(made);
    expect(all.fields.map(({ name }) => name)).toContain('depotId');
    expect(correctedBody(made, all, { ...all.opened.values, regNo: ' ' }).errors).toHaveProperty(
      'regNo',
    );
  });

  test('of a new record that names its client asks for it by name, beside what the interface knows', () => {
    const made = { endpoint: 'createVehicle', patch: '{"regNo":"NEW 1","clientId":501}' };
    const all = correctionOf(made);
    expect(all.fields[0]).toEqual({ name: 'clientId', ask: { as: 'record', entity: 'client' } });
    expect([...all.others.keys()]).toEqual([]);
    const entered = { ...all.opened.values, clientId: '502' };
    expect(correctedBody(made, all, entered)).toEqual({
      ...{ body: { regNo: 'NEW 1' }, extra: '{"clientId":502}', errors: {} },
    });
    // Emptied, it is named too: what is not named travels as it did.
    const of = { endpoint: 'createUser', patch: '{"email":"a@waybill.example","clientId":501}' };
    const emptied = correctedBody(of, correctionOf(of), { email: 'a@waybill.example' });
    expect(emptied.extra).toBe('{"clientId":null}');
  });
});
