import { describe, expect, it } from 'vitest';
import { ASLEEP_AT_MOST_MS, createConnectivity } from '../../electron/shell/power.ts';
import { createElectron } from '../support/electron.ts';
import { virtualClock } from '../support/virtualClock.ts';

function machine() {
  const { electron } = createElectron('');
  const clock = virtualClock();
  const { app, net, powerMonitor } = electron;
  const connectivity = createConnectivity(app as never, net, powerMonitor as never, clock);
  const told: (boolean | 'hint')[] = [];
  const stops = [
    connectivity.onHint(() => told.push('hint')),
    connectivity.onSleep((asleep) => told.push(asleep)),
  ];
  const stop = (): void => stops.forEach((end) => end());
  return { app, powerMonitor, clock, told, stop };
}

describe('sleep and wake', () => {
  it.each(['resume', 'unlock-screen'])(
    'pauses when the machine goes to sleep, until %s',
    (wake) => {
      const { powerMonitor, told, stop } = machine();
      powerMonitor.emit('suspend');
      expect(told).toEqual([true]);
      powerMonitor.emit(wake);
      expect(told).toEqual([true, 'hint', false]);
      powerMonitor.emit(wake);
      expect(told).toEqual([true, 'hint', false, 'hint']);
      stop();
    },
  );

  it('goes on where a window is used again, whatever the system has told', () => {
    const { app, powerMonitor, told } = machine();
    powerMonitor.emit('suspend');
    app.emit('browser-window-focus');
    expect(told).toEqual([true, 'hint', false]);
  });

  it('goes on by itself where the sleep never came', () => {
    const { powerMonitor, clock, told } = machine();
    powerMonitor.emit('suspend');
    clock.advance(ASLEEP_AT_MOST_MS - 1);
    expect(told).toEqual([true]);
    powerMonitor.emit('suspend');
    clock.advance(ASLEEP_AT_MOST_MS - 1);
    expect(told).toEqual([true, true]);
    clock.advance(1);
    expect(told).toEqual([true, true, false]);
  });

  it('hears nothing any more once nobody listens', () => {
    const { app, powerMonitor, clock, told, stop } = machine();
    powerMonitor.emit('suspend');
    stop();
    clock.advance(ASLEEP_AT_MOST_MS);
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    app.emit('browser-window-focus');
    expect(told).toEqual([true]);
    expect(clock.waiting()).toBe(0);
  });
});
