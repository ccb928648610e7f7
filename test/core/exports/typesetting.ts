import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import type { Typesetter } from '../../../electron/core/ports.ts';
import { openExporting, type Exporting } from '../../support/exporting.ts';
import { temporaryFolder } from '../session/support.ts';

/**
 * One typesetter for all tests of a file, which each open an exporter of their own over it: to start
 * its threads takes as long as a test. It knows the fonts that the desk brings.
 */
function oneTypesetter(): () => Typesetter {
  let made: Typesetter | undefined;
  const { folder, remove } = temporaryFolder();
  beforeAll(() => {
    made = createNodePorts({ dataDir: folder, logLevel: 'error' }).typesetter;
  });
  afterAll(async () => {
    await made?.close();
    remove();
  });
  return () => {
    if (made === undefined) throw new Error('It is there once the tests run.');
    return made;
  };
}

/** Exports in a fresh folder, for each test of a file anew. */
export interface Here {
  readonly desk: Exporting;
  readonly folder: string;
  /** Opens what lies in the folder once more, as the next start does. */
  reopen(): Promise<void>;
}

/** Opens exports before each test of a file, over one typesetter, and ends them after it. */
export function exportingHere(): Here {
  const typesetter = oneTypesetter();
  let open: { desk: Exporting; folder: ReturnType<typeof temporaryFolder> } | undefined;
  const current = () => {
    if (open === undefined) throw new Error('It is there once a test runs.');
    return open;
  };
  beforeEach(async () => {
    const folder = temporaryFolder();
    open = { folder, desk: await openExporting(folder.folder, typesetter()) };
  });
  afterEach(async () => {
    const { desk, folder } = current();
    await desk.close();
    folder.remove();
  });
  return {
    get desk() {
      return current().desk;
    },
    get folder() {
      return current().folder.folder;
    },
    async reopen() {
      const { folder } = current();
      open = { folder, desk: await openExporting(folder.folder, typesetter()) };
    },
  };
}
