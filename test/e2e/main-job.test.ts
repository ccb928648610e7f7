import { afterAll, beforeAll, it } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import {
  bySwitch,
  doTheJobWithoutService,
  doTheMainJob,
  VEHICLES,
  type JobDesk,
} from '../support/mainJob.ts';

/** The main job of a dispatcher in a real browser; `test/electron` does the same in the installed app. */

let desk: TestDesk;
beforeAll(async () => {
  // A map is drawn for the area alone.
  desk = await openDesk({ vehicles: VEHICLES, map: false, scale: 0.25 });
});
afterAll(() => desk.close());

const job: JobDesk = {
  get page() {
    return desk.page;
  },
  get service() {
    return desk.service;
  },
  call: (name, input) => desk.host.core.call(name, input),
  restart: () => desk.restart(),
  async file() {
    await desk.page.getByRole('button', { name: 'Export PDF' }).click();
    const link = desk.page.getByRole('link', { name: /\.pdf/ });
    await link.waitFor();
    const download = desk.page.waitForEvent('download');
    await link.click();
    return (await download).path();
  },
};

it('does the main job with the switch Work offline', () => doTheMainJob(job, bySwitch));

it('does the main job when the service is killed', () => doTheJobWithoutService(job));
