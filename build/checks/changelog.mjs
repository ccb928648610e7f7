/**
 * The changelog's shape: `## Unreleased` or `## 1.2.3 (2026-01-31)`, newest first, each with
 * entries such as `- [Added] A sentence.`
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/project.mjs';

const HEADING = /^## (?:Unreleased|(\d+)\.(\d+)\.(\d+) \(\d{4}-\d{2}-\d{2}\))$/;
const ENTRY = /^- \[(Added|Changed|Fixed|Removed|Security)\] \S.*[.)`]$/;

/**
 * @param {string} markdown
 * @param {string} version of the package
 * @returns {string[]} what is wrong
 */
export function changelogProblems(markdown, version) {
  /** @type {string[]} */
  const problems = [];
  const lines = joinWrapped(markdown);
  if (lines[0]?.text !== '# Changelog') problems.push('it starts with “# Changelog”.');
  /** @type {{ text: string, entries: number, rank: number }[]} */
  const sections = [];
  for (const { text, line } of lines.slice(1)) {
    if (text.startsWith('## ')) {
      const match = HEADING.exec(text);
      if (match === null) problems.push(`line ${line}: “${text}” is not a version with its date.`);
      const [, major, minor, patch] = match ?? [];
      const rank =
        major === undefined ? Infinity : Number(major) * 1e8 + Number(minor) * 1e4 + Number(patch);
      const before = sections.at(-1);
      if (before !== undefined && rank >= before.rank) problems.push(`line ${line}: newest first.`);
      sections.push({ text, entries: 0, rank });
    } else if (text.startsWith('-')) {
      const section = sections.at(-1);
      if (section === undefined) problems.push(`line ${line}: an entry outside of a version.`);
      else section.entries += 1;
      if (!ENTRY.test(text)) {
        problems.push(
          `line ${line}: an entry is “- [Added|Changed|Fixed|Removed|Security] Sentence.”`,
        );
      }
    }
  }
  for (const { text, entries } of sections) {
    if (entries === 0) problems.push(`“${text}” has no entries.`);
  }
  const known = sections.some(
    ({ text }) => text === '## Unreleased' || text.startsWith(`## ${version} `),
  );
  if (!known) problems.push(`neither “Unreleased” nor ${version} has a section.`);
  return problems.map((problem) => `CHANGELOG.md: ${problem}`);
}

/** Lines with their continuations (indented by two spaces) joined. @param {string} markdown */
function joinWrapped(markdown) {
  /** @type {{ text: string, line: number }[]} */
  const joined = [];
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    const last = joined.at(-1);
    if (/^ {2}\S/.test(text) && last !== undefined) last.text += ` ${text.trim()}`;
    else if (text.trim() !== '') joined.push({ text: text.trimEnd(), line: index + 1 });
  }
  return joined;
}

/** @returns {string[]} what is wrong */
export function checkChangelog() {
  const path = join(root, 'CHANGELOG.md');
  if (!existsSync(path)) return ['CHANGELOG.md is missing.'];
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return changelogProblems(readFileSync(path, 'utf8'), version);
}
