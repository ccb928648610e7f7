import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../build/electron-builder.config.mjs';
import { notesOf } from '../../build/releaseNotes.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const workflow = readFileSync(path.join(root, '.github', 'workflows', 'build.yml'), 'utf8');

describe('the workflow', () => {
  it('pins every action by the hash of a commit, with its version beside it', () => {
    const used = [...workflow.matchAll(/uses: *(.*)$/gm)].map(([, what]) => what);
    expect(used.length).toBeGreaterThan(5);
    for (const what of used)
      expect(what).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('gives no job more than it asks for, and none but a release on a tag may write', () => {
    expect(workflow).toMatch(/^permissions: \{\}$/m);
    const jobs = workflow
      .slice(workflow.indexOf('\njobs:'))
      .split(/^ {2}(?=\w+:$)/m)
      .slice(1);
    expect(jobs).toHaveLength(3);
    for (const job of jobs) {
      expect(job).toMatch(/^ {4}permissions:$/m);
      expect(job).toMatch(/^ {4}timeout-minutes: \d+$/m);
      const mayWrite = /: write$/m.test(job);
      expect(mayWrite).toBe(job.startsWith('release:'));
      if (mayWrite) expect(job).toMatch(/^ {4}if: github.ref_type == 'tag'$/m);
    }
    expect(workflow.match(/actions\/checkout@/g)).toHaveLength(
      workflow.match(/persist-credentials: false/g)?.length ?? 0,
    );
    // What somebody else names never becomes part of a command.
    for (const [line] of workflow.matchAll(/^.*run: .*$/gm)) {
      expect(line).not.toMatch(/\$\{\{ *(github\.(event|head_ref|ref_name)|secrets)/);
    }
  });

  it('tests on three systems, looks into the packed apps, and publishes what a release is checked by', () => {
    for (const part of [
      ...['ubuntu-', 'macos-', 'windows-', 'xvfb-run --auto-servernum .ci/run'],
      ...['npm run dist -- --check', 'npm sbom --sbom-format cyclonedx', 'SHA256SUMS'],
      ...['actions/attest-build-provenance@', 'deb AppImage rpm', '--mac --x64 --arm64'],
    ]) {
      expect(workflow).toContain(part);
    }
  });
});

it('looks at the age of every release before it is installed where it is packed', () => {
  const job = workflow.slice(workflow.indexOf('\n  package:'), workflow.indexOf('\n  release:'));
  const ages = job.indexOf('run: node build/checks/run.mjs ages');
  expect(ages).toBeGreaterThan(0);
  expect(ages).toBeLessThan(job.indexOf('name: Install'));
  expect(ages).toBeLessThan(job.indexOf('npm run dist'));
});

describe('what is new', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- [Added] C.\n\n## 1.1.0 – 2026\n\n- [Fixed] B.\n\n## 1.0.0\n\n- [Added] A.\n';
  it.each([
    ['1.1.0', '- [Fixed] B.'],
    ['1.0.0', '- [Added] A.'],
    ['2.0.0', '- [Added] C.'],
  ])('in %s is its section of the changelog', (version, notes) => {
    expect(notesOf(changelog, version)).toBe(notes);
  });

  it('is cut between two lines where it is very long', () => {
    const long = `## 1.0.0\n\n${'- [Added] A sentence.\n'.repeat(2_000)}`;
    const notes = notesOf(long, '1.0.0');
    expect(notes.length).toBeLessThanOrEqual(20_010);
    expect(notes.endsWith('- [Added] A sentence.\n- …')).toBe(true);
  });

  it('stands in the list of the feed, which the desk shows before an update', () => {
    expect(config.releaseInfo?.releaseNotes).toMatch(/^- \[/);
  });
});
