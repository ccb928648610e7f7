import { describe, expect, it } from 'vitest';
import { changelogProblems } from '../../build/checks/changelog.mjs';
import { WITHOUT_CHECKSUM, lockProblems, looseVersions } from '../../build/checks/packages.mjs';

describe('package versions', () => {
  it.each([
    '^1.2.3',
    '~1.2.3',
    '1.x',
    '*',
    'latest',
    '>=1.0.0',
    'github:made/up',
    'npm:@a/b@^1.0.0',
  ])('%s is refused', (version) => {
    expect(looseVersions({ dependencies: { made: version } })).toHaveLength(1);
    expect(looseVersions({ devDependencies: { made: version } })).toHaveLength(1);
  });

  it.each(['1.2.3', '1.2.3-beta.1', 'npm:@made/up@1.2.3'])('%s is accepted', (version) => {
    expect(looseVersions({ dependencies: { made: version } })).toEqual([]);
  });
});

describe('the lockfile', () => {
  const locked = (entry: object) =>
    lockProblems({ '': {}, 'node_modules/a/node_modules/@b/c': entry }, { known: true });

  it('may name only the npm registry', () => {
    const integrity = 'sha512-made';
    expect(locked({ integrity })).toEqual([]);
    expect(locked({ integrity, resolved: 'https://registry.npmjs.org/c/-/c-1.0.0.tgz' })).toEqual(
      [],
    );
    for (const resolved of [
      'https://registry.npmjs.org.evil.example/c.tgz',
      'http://registry.npmjs.org/c.tgz',
      'git+ssh://git@example.org/c.git',
    ]) {
      expect(locked({ integrity, resolved }), resolved).toHaveLength(1);
    }
  });

  it('must hold a checksum for every package', () => {
    expect(locked({ version: '1.0.0' })).toEqual(['package-lock.json: @b/c has no checksum.']);
    expect(locked({ inBundle: true })).toEqual([]);
  });

  it.each(WITHOUT_CHECKSUM)(
    'has no checksum of %s yet, and that package is never needed',
    (name) => {
      const path = `node_modules/${name}`;
      expect(lockProblems({ [path]: { optional: true } }, {})).toEqual([]);
      expect(lockProblems({ [path]: {} }, {})).toHaveLength(1);
      expect(lockProblems({ [path]: { optional: true, integrity: 'sha512-made' } }, {})).toEqual([
        `build/checks/packages.mjs: the checksum of ${name} is known; list it no more.`,
      ]);
    },
  );

  it('may hold what its makers have given up for development alone', () => {
    const entry = { integrity: 'sha512-made', deprecated: 'Use another one.' };
    expect(locked(entry)).toEqual([
      'package-lock.json: @b/c is given up by its makers: Use another one.',
    ]);
    expect(locked({ ...entry, dev: true })).toEqual([]);
  });

  it('may bring install scripts only where package.json decides on them', () => {
    const entry = { integrity: 'sha512-made', hasInstallScript: true };
    expect(lockProblems({ 'node_modules/unknown': entry }, { known: true })).toHaveLength(1);
    expect(lockProblems({ 'node_modules/known': entry }, { known: false })).toEqual([]);
    const alias = { ...entry, name: '@made/known' };
    expect(lockProblems({ 'node_modules/known': alias }, { known: true })).toHaveLength(1);
    expect(lockProblems({ 'node_modules/known': alias }, { '@made/known': true })).toEqual([]);
  });
});

describe('the changelog', () => {
  const good =
    '# Changelog\n\n## Unreleased\n\n- [Added] A map that\n  needs no network.\n\n## 0.1.0 (2026-01-31)\n\n- [Fixed] A thing.\n';

  it('in its shape is accepted', () => {
    expect(changelogProblems(good, '0.1.0')).toEqual([]);
    expect(changelogProblems(good, '0.2.0')).toEqual([]);
  });

  it.each([
    ['another title', good.replace('# Changelog', '# History')],
    ['an entry without its kind', good.replace('[Fixed] ', '')],
    ['an entry without its full stop', good.replace('thing.', 'thing')],
    ['a version without its date', good.replace(' (2026-01-31)', '')],
    ['an empty section', good.replace('- [Fixed] A thing.\n', '')],
    ['the oldest first', `${good}\n## 0.2.0 (2026-02-01)\n\n- [Fixed] Another.\n`],
    ['no section for the version', good.replace('Unreleased', '0.1.9 (2026-02-01)')],
  ])('with %s is refused', (_what, markdown) => {
    expect(changelogProblems(markdown, '0.2.0')).not.toEqual([]);
  });
});
