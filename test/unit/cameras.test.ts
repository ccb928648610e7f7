import { beforeEach, describe, expect, test, vi } from 'vitest';

/** Camera events, what they link to, and the cameras of the whole fleet. */

interface Input {
  view?: { entity: string };
  endpoint?: string;
  params?: { deviceId: string };
  refresh?: string;
}
const kept = new Map<string, string>();
let devices: object[] = [];
let online = true;
/** Errors of devices that are asked for, by id. */
let errors: Record<string, string> = {};
async function answer(name: string, { params, refresh }: Input): Promise<unknown> {
  if (name === 'records.window') {
    const rows = devices.map((fields, index) => ({
      ...{ id: String(index + 1), json: JSON.stringify(fields), changed: [] },
    }));
    return { ok: true, value: { rows, total: rows.length, scannedAt: 1 } };
  }
  const id = params?.deviceId ?? '';
  const isAsked = refresh === 'always';
  if (isAsked && online && errors[id] === undefined)
    kept.set(id, JSON.stringify([{ id: `${id}-f`, type: 'front' }]));
  const json = kept.get(id) ?? null;
  const kind = online ? errors[id] : 'offline';
  const error = isAsked && kind !== undefined ? { kind } : null;
  return { ok: true, value: { json, readAt: json === null ? null : 7, thinned: null, error } };
}
beforeEach(() => {
  kept.clear();
  online = true;
  errors = {};
  devices = [
    { imei: '350000000000001', hasCameras: true, vehicle: { id: 4, regNo: 'B-1' } },
    { imei: '350000000000002', hasCameras: false, vehicle: null },
    { imei: '350000000000003', hasCameras: true, vehicle: null },
  ];
  const waybill = { call: answer, on: () => () => undefined };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const location = { hash: '#/cameras' };
  const navigation = { currentEntry: null };
  const addEventListener = (): void => undefined;
  vi.stubGlobal('window', { waybill, matchMedia, location, navigation, addEventListener });
});

const fleet = async () => {
  const { FleetCameras } = await import('../../renderer/features/cameras/fleet.svelte.ts');
  const made = new FleetCameras();
  await made.load();
  return made;
};

describe('the cameras of the fleet', () => {
  test('are those of the devices that have some, read on demand, and there without a network', async () => {
    const first = await fleet();
    expect(first.devices).toEqual({ total: 2, unread: 2 });
    await first.readAll();
    expect(
      first.cameras.map(({ device, vehicle, side }) => [device.name, vehicle?.name, side]),
    ).toEqual([
      ['350000000000001', 'B-1', 'front'],
      ['350000000000003', undefined, 'front'],
    ]);
    online = false;
    const later = await fleet();
    expect([later.devices.unread, later.cameras.length, later.oldest]).toEqual([0, 2, 7]);
    await later.readAll();
    expect(later.error?.kind).toBe('offline');
    expect(later.cameras).toHaveLength(2);
    expect(later.progress).toBeNull();
  });

  test('are read behind a device that can not be read, and the reading ends where nobody is signed in', async () => {
    devices = Array.from({ length: 9 }, (_, i) => ({ imei: String(i) }));
    errors = { 1: 'missing' };
    const here = await fleet();
    await here.readAll();
    expect([here.error?.kind, here.cameras.length, here.progress]).toEqual(['missing', 8, null]);
    kept.clear();
    errors = { 1: 'missing', 2: 'auth' };
    const later = await fleet();
    await later.readAll();
    expect(later.error?.kind).toBe('auth');
    expect(later.cameras.length).toBeLessThan(4);
  });

  test('that are looked at anew during a reading end it', async () => {
    const here = await fleet();
    const reading = here.readAll();
    expect(here.progress).toEqual({ done: 0, total: 2 });
    await Promise.all([here.load(), reading]);
    expect(here.progress).toBeNull();
  });

  test('follow their devices, which come, go and change vehicles, without being read again', async () => {
    const here = await fleet();
    await here.readAll();
    kept.clear();
    devices = [
      { imei: '350000000000001', hasCameras: true, vehicle: { id: 5, regNo: 'C-2' } },
      { imei: '350000000000002', hasCameras: true, vehicle: null },
    ];
    await here.follow();
    expect(here.cameras.map(({ device, vehicle }) => [device.id, vehicle?.name])).toEqual([
      ['1', 'C-2'],
    ]);
    expect(here.devices).toEqual({ total: 2, unread: 1 });
  });

  test('are looked for at every device where none says whether it has any', async () => {
    devices = [{ imei: '1' }, { imei: '2' }];
    expect((await fleet()).devices).toEqual({ total: 2, unread: 2 });
  });
});

describe('a camera event', () => {
  const fields = (value: object) => new Map<string, unknown>(Object.entries(value));

  test('has each link once, wherever the tenant keeps it, with the host that it leads to', async () => {
    const { mediaOf } = await import('../../renderer/features/cameras/event.ts');
    const one = 'https://video.example/1.mp4';
    const event = fields({
      media: [
        { camera: 'front', url: one },
        { link: 'ftp://old.example/2' },
        'not a link',
        {},
        null,
      ],
      videoUrl: one,
      imageUrl: 'https://pictures.example:8443/3.jpg',
    });
    expect(mediaOf(event)).toEqual([
      { camera: 'front', url: one, host: 'video.example' },
      { camera: null, url: 'ftp://old.example/2', host: null },
      { camera: null, url: 'not a link', host: null },
      { camera: null, url: 'https://pictures.example:8443/3.jpg', host: 'pictures.example:8443' },
    ]);
    expect(mediaOf(fields({ media: null }))).toEqual([]);
  });

  test('tells what, where and who by whatever fields say it; a place that is none is none', async () => {
    const { eventOf } = await import('../../renderer/features/cameras/event.ts');
    const row = (value: object) => ({ id: '1', json: JSON.stringify(value) }) as never;
    expect(
      eventOf(
        row({
          ...{ type: 'tailgating', typeName: 'Following too close', severity: 'low' },
          ...{
            occurredAt: '2026-05-01T10:00:00Z',
            durationS: 9,
            driver: { id: 3, fullName: 'Ada' },
          },
          ...{ vehicle: { id: 4, regNo: 'B-1' }, location: { lat: 41, lng: -2 } },
        }),
      ),
    ).toMatchObject({
      ...{ kind: 'Following too close', durationS: 9, place: { lat: 41, lng: -2 }, device: null },
      ...{ vehicle: { id: '4', name: 'B-1' }, driver: { id: '3', name: 'Ada' } },
    });
    expect(eventOf(row({ location: { lat: 141, lng: 0 } })).place).toBeNull();
    expect(eventOf(row({})).kind).toBe('');
  });
});
