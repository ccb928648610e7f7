import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createService, type RunningService } from '../../../electron/service/createService.ts';
import { demoTown } from '../../support/localService.ts';
import { openDesk, temporaryFolder, type Desk } from './support.ts';

/** What the tests of a file share: one service, and for each test a folder and the desks over it. */
export interface Desks {
  readonly service: RunningService;
  /** The folder of the test that runs. */
  readonly folder: string;
  /** Opens a desk, which is closed after its test where the test did not close it. */
  readonly desk: (...args: Parameters<typeof openDesk>) => Promise<Desk>;
}

/** Registers the hooks that start and end them in the file that calls it. */
export function useDesks(): Desks {
  let service: RunningService | undefined;
  let folder: ReturnType<typeof temporaryFolder> | undefined;
  const open = new Set<Desk>();
  beforeAll(async () => {
    service = await createService({
      ...{ dataDir: ':memory:', port: 0, seed: 'demo', vehicles: 5 },
      ...{ clock: () => Date.now(), town: demoTown() },
    });
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const one of open) await one.close();
    folder?.remove();
  });
  return {
    get service() {
      if (service === undefined) throw new Error('The service starts before the first test.');
      return service;
    },
    get folder() {
      if (folder === undefined) throw new Error('The folder is made before each test.');
      return folder.folder;
    },
    desk: async (...args) => {
      const opened = await openDesk(...args);
      const one: Desk = {
        ...opened,
        close: () => {
          open.delete(one);
          return opened.close();
        },
      };
      open.add(one);
      return one;
    },
  };
}
