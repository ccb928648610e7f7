/** Long files are a sign that two rooms share one door. A warning, not a failure. */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../tools/project.mjs';

const LONGEST = 400;

/** @param {string} text @returns {number} lines */
export function lineCount(text) {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

/** Files of code in the repository (and those not yet added) that are longer than 400 lines. */
export function longFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\0')
    .filter((file) => /\.(ts|mjs|js|svelte|css)$/.test(file))
    .flatMap((file) => {
      const lines = lineCount(readFileSync(join(root, file), 'utf8'));
      return lines > LONGEST ? [`${file} has ${lines} lines.`] : [];
    });
}
