import { describe, expect, it } from 'vitest';
import { brokenPromises, promiseRows, testTitles } from '../../build/checks/promises.mjs';

const head = '| Promise | Test | File |\n|---|---|---|\n';
const source = `
  it('writes once', () => {});
  describe('a group', () => { test.skipIf(true)("starts \\"offline\\"", () => {}); });
  it.each([1, 2])('counts %i', () => {});
  test.for([1])(\`draws\`, () => {});
  it.skip('forgotten', () => {});
  it(\`computed \${1}\`, () => {});
  // it('commented out', () => {});
  log("it('quoted')");
`;
const read = (file: string) => (file === 'test/core/made.test.ts' ? source : undefined);
const broken = (row: string) => brokenPromises(head + row, read);

describe('test titles', () => {
  it('are the literal titles of tests that run', () => {
    expect([...testTitles(source)]).toEqual([
      'writes once',
      'starts "offline"',
      'counts %i',
      'draws',
    ]);
  });
});

describe('rows of promises', () => {
  it('are read from every table with the three columns and from no other', () => {
    const markdown = `# Promises\n\n| A | B |\n|---|---|\n| x | y |\n\n${head}| one \\| two | \`t\` | test/a.test.ts |\n\ntext\n\n${head}| three | u | \`test/b.test.ts\` |\n`;
    expect(promiseRows(markdown)).toEqual([
      { line: 9, promise: 'one | two', test: 't', file: 'test/a.test.ts' },
      { line: 15, promise: 'three', test: 'u', file: 'test/b.test.ts' },
    ]);
  });
});

describe('a promise', () => {
  it('with an existing test is kept', () => {
    expect(broken('| Once | writes once | test/core/made.test.ts |')).toEqual([]);
  });

  it('whose test was renamed is broken', () => {
    expect(broken('| Once | writes twice | test/core/made.test.ts |')).toEqual([
      expect.stringContaining('has no test called “writes twice”'),
    ]);
  });

  it('whose test is switched off or commented out is broken', () => {
    expect(broken('| A | forgotten | test/core/made.test.ts |')).toHaveLength(1);
    expect(broken('| A | commented out | test/core/made.test.ts |')).toHaveLength(1);
    expect(broken('| A | quoted | test/core/made.test.ts |')).toHaveLength(1);
  });

  it('whose file does not exist is broken', () => {
    expect(broken('| A | writes once | test/core/gone.test.ts |')).toEqual([
      expect.stringContaining('does not exist'),
    ]);
  });

  it('without a test is broken', () => {
    expect(broken('| Once | | |')).toEqual([expect.stringContaining('no test is named')]);
    expect(broken('| Once |')).toEqual([expect.stringContaining('no test is named')]);
  });

  it('that points outside of the tests is broken', () => {
    expect(broken('| A | writes once | electron/core/made.ts |')).toEqual([
      expect.stringContaining('is not a test file'),
    ]);
  });

  it('that stands there twice is broken', () => {
    const row = '| Once | writes once | test/core/made.test.ts |';
    expect(broken(`${row}\n${row}`)).toEqual([expect.stringContaining('stands there twice')]);
  });

  it('page without a single promise is broken', () => {
    expect(brokenPromises('# Promises\n', read)).toHaveLength(1);
  });
});
