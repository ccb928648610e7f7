import { afterAll, beforeAll } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import type { Typesetter } from '../../../electron/core/ports.ts';
import { temporaryFolder } from '../session/support.ts';

/**
 * One typesetter for all tests of a file, which each open an exporter of their own over it: to start
 * its threads takes as long as a test. It knows the fonts that the desk brings.
 */
export function oneTypesetter(): () => Typesetter {
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
