/**
 * What is new in the version of package.json, from CHANGELOG.md: for the list of a feed, which the desk
 * shows before an update, and for a release (`node build/releaseNotes.mjs` prints it).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './tools/project.mjs';

const MOST = 20_000;

/**
 * The section of a version; what is unreleased where it has none yet.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const titled = (/** @type {string} */ title) =>
    sections.find((section) => section.split(/\s/, 1)[0]?.replace(/^\[|\]$/g, '') === title);
  const section = titled(version) ?? titled('Unreleased') ?? '';
  const text = section.slice(section.indexOf('\n') + 1).trim();
  if (text.length <= MOST) return text;
  // Whole lines alone.
  return `${text.slice(0, text.lastIndexOf('\n- ', MOST))}\n- …`;
}

export function releaseNotes() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), String(version));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(releaseNotes());
}
