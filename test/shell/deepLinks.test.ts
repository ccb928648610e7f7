import { afterEach, describe, expect, it, vi } from 'vitest';
import { linkAmong, readLink } from '../../electron/shell/deepLinks.ts';
import { answering, endAll, launch } from '../support/shell.ts';

afterEach(endAll);

describe('a link from outside', () => {
  it.each([
    ['waybill://open/vehicles', '#/vehicles'],
    ['waybill://open/vehicles/101', '#/vehicles/101'],
    ['waybill://open/areas/~new-3f1c/', '#/areas/~new-3f1c'],
  ])('%s leads to %s', (link, hash) => {
    expect(readLink(link)).toBe(hash);
  });

  it.each([
    ...['', 'waybill://', 'waybill://open', 'waybill://open/', 'waybill://open/nowhere'],
    ...['waybill://open/welcome', 'waybill://open/__proto__', 'waybill://open/VEHICLES'],
    ...['waybill://open/vehicles/1/2', 'waybill://open/vehicles?write=1', 'waybill://open/areas#x'],
    ...['waybill://a@open/areas', 'waybill://open:80/areas', 'waybill://open.evil/areas'],
    ...['waybill://open/areas/..', 'waybill://open/areas/%2e%2e', 'waybill://open/areas/a b'],
    ...[
      'waybill://open/areas\n',
      '\nwaybill://open/areas',
      'waybill:open/areas',
      'https://open/areas',
    ],
    ...['WAYBILL://open/areas', 'javascript:alert(1)', `waybill://open/areas/${'1'.repeat(201)}`],
  ])('%j leads nowhere', (link) => {
    expect(readLink(link)).toBeNull();
  });

  it('is the last one on a command line, whatever stands beside it', () => {
    const argv = [
      'waybill',
      '--data',
      'x',
      'waybill://open/areas',
      'waybill://open/fuel',
      '--local',
    ];
    expect(linkAmong(argv)).toBe('#/fuel');
    expect(linkAmong(['waybill', '--local'])).toBeNull();
  });
});

describe('the installed app', () => {
  it('opens where the link leads that it was started by', async () => {
    const window = await answering(await launch({ argv: ['waybill://open/vehicles/101'] }));
    expect(window.loaded).toEqual(['app://waybill/#/vehicles/101']);
  });

  it('follows the link of a second start, and of an event, in the window that is open', async () => {
    const fake = await launch();
    const window = await answering(fake);
    const { app } = fake.electron;
    app.emit('second-instance', {}, [], '/', { argv: ['w', 'waybill://open/areas'], folder: '/' });
    const preventDefault = vi.fn();
    app.emit('open-url', { preventDefault }, 'waybill://open/fuel');
    app.emit('open-url', { preventDefault }, 'waybill://evil/fuel');
    expect(window.loaded).toEqual([
      ...['app://waybill/', 'app://waybill/#/areas', 'app://waybill/#/fuel'],
    ]);
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(fake.recorded.windows).toHaveLength(1);
  });

  it('waits with a link that comes before there is a window', async () => {
    const ready = Promise.withResolvers<undefined>();
    const fake = await launch({ ready: () => ready.promise });
    fake.electron.app.emit('open-url', { preventDefault: () => undefined }, 'waybill://open/fuel');
    ready.resolve(undefined);
    expect((await answering(fake)).loaded).toEqual(['app://waybill/#/fuel']);
  });
});
