import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, whatever their size. */
const LONG = [
  'test/crash/crash.test.ts',
  'test/crash/powerCut.test.ts',
  'test/property/mutation.test.ts',
  'test/property/model.test.ts',
  'test/ui/everyPage.test.ts',
  'test/e2e/writes.test.ts',
  'test/ui/desk.test.ts',
];

/**
 * Then page tests, which use more than one core, and last the many short files that share a process:
 * files of one project stay together, since only the next file can take over a process.
 */
const PROJECTS = ['electron', 'browser', 'alone', 'packing', 'anew', 'node'];

/**
 * On a fresh checkout Vitest knows nothing but sizes, and a small file that takes a minute would
 * begin last: one core would run it while the other has nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? LONG.length + PROJECTS.indexOf(project.name) : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
