import { afterEach, it } from 'vitest';
import { openDesk, type DeskOptions, type TestDesk } from '../support/desk.ts';
import { bySwitch, doTheMainJob, VEHICLES, type JobDesk } from '../support/mainJob.ts';

/** The main job of a dispatcher in a real browser; `test/electron` does the same in the installed app. */

let desk: TestDesk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function open(options: Pick<DeskOptions, 'map'> = {}): Promise<JobDesk> {
  const opened = await openDesk({ vehicles: VEHICLES, ...options });
  desk = opened;
  return {
    get page() {
      return opened.page;
    },
    service: opened.service,
    call: (name, input) => opened.host.core.call(name, input),
    restart: () => opened.restart(),
    async file() {
      await opened.page.getByRole('button', { name: 'Export PDF' }).click();
      const link = opened.page.getByRole('link', { name: /\.pdf/ });
      await link.waitFor();
      const download = opened.page.waitForEvent('download');
      await link.click();
      return (await download).path();
    },
  };
}

it('does the main job with the switch Work offline', async () => {
  await doTheMainJob(await open(), bySwitch);
});

it('does the main job when the service is killed', async () => {
  // The other job has the map beside its lists; here it is drawn for the area alone.
  await doTheMainJob(await open({ map: false }), {
    lose: (of) => of.service.kill(),
    restore: (of) => of.service.revive(),
    chip: /^Offline since/,
  });
});
