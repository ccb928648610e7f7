/**
 * The licences of everything that an installed Waybill is made of: packages and fonts of the
 * lockfile that are not for development alone, with the texts that they bring.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools/project.mjs';

/** Licences whose conditions a notice fulfils. Another one is a decision for people. */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Of the library that joins and cuts outlines; a notice is needed beside source code alone.
  'BSL-1.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  // Of the command line of js-yaml, which is not packed.
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that name no licence but bring its text, with words of that text. */
const BY_TEXT = [{ license: 'MIT', words: 'Permission is hereby granted, free of charge' }];

const TEXT_FILE = /^(licen[cs]e|copying|notice|ofl|unlicense)([.-].*)?$/i;

/**
 * @typedef {{ name: string, version: string, license: string, author: string, texts: string[] }} Notice
 * @typedef {{ name?: string, version?: string, license?: unknown, licenses?: unknown, author?: unknown }} Manifest
 */

/**
 * Whether an SPDX expression can be kept by a notice: all parts of `AND`, one of `OR`.
 *
 * @param {string} license
 */
export function isKnown(license) {
  const bare = license.replace(/^\((.*)\)$/, '$1');
  if (bare.includes('(')) return false;
  return bare
    .split(' OR ')
    .some((part) => part.split(' AND ').every((one) => KNOWN.has(one.trim())));
}

/** @param {unknown} author @returns {string} */
function nameOf(author) {
  if (typeof author === 'string') return author.replace(/\s*[<(].*$/, '');
  const { name } = /** @type {{ name?: unknown }} */ (author ?? {});
  return typeof name === 'string' ? name : '';
}

/** @param {Manifest} manifest @param {readonly string[]} texts @returns {string} empty where none is named */
function licenseOf({ license, licenses }, texts) {
  if (typeof license === 'string') return license;
  const old = Array.isArray(licenses) ? licenses[0] : license;
  const { type } = /** @type {{ type?: unknown }} */ (old ?? {});
  if (typeof type === 'string') return type;
  return BY_TEXT.find(({ words }) => texts.some((text) => text.includes(words)))?.license ?? '';
}

/**
 * @param {Record<string, { dev?: boolean, devOptional?: boolean, link?: boolean }>} locked `packages` of the lockfile
 * @param {string} folder that holds `node_modules`
 * @returns {Notice[]} by name; packages of other systems, which are not installed, are left out
 */
export function readNotices(locked, folder) {
  return Object.entries(locked)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && !entry.link)
    .filter(([path]) => existsSync(join(folder, path, 'package.json')))
    .map(([path]) => {
      const at = join(folder, path);
      /** @type {Manifest} */
      const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
      const texts = readdirSync(at)
        .filter((file) => TEXT_FILE.test(file))
        .sort()
        .map((file) => readFileSync(join(at, file), 'utf8').replace(/\r\n?/g, '\n').trim());
      return {
        name: manifest.name ?? path,
        version: manifest.version ?? '',
        license: licenseOf(manifest, texts),
        author: nameOf(manifest.author),
        texts,
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** @param {readonly Notice[]} notices @returns {string[]} what is wrong */
export function licenseProblems(notices) {
  return notices
    .filter(({ license }) => !isKnown(license))
    .map(({ name, version, license }) =>
      license === ''
        ? `${name} ${version} names no licence.`
        : `${name} ${version} has the licence “${license}”, which nobody has decided on.`,
    );
}

/** @param {readonly Notice[]} notices @returns {string} the text that is shipped and shown */
export function noticesText(notices) {
  const rule = '-'.repeat(80);
  const parts = notices.map(({ name, version, license, author, texts }) => {
    const by = author === '' ? '' : ` by ${author}`;
    const text = texts.length > 0 ? texts.join('\n\n') : 'The package brings no text of its own.';
    return `${rule}\n${name} ${version}${by}\nLicence: ${license}\n\n${text}\n`;
  });
  return [
    'Waybill is made of the packages and fonts below, each under its own licence.\n' +
      'Electron and Chromium: LICENSE.electron.txt and LICENSES.chromium.html beside the app.\n' +
      'The basemap is made with Natural Earth, which is in the public domain.\n',
    ...parts,
  ].join('\n');
}

/** @returns {Notice[]} of this project */
export function ownNotices() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return readNotices(lock.packages, root);
}

/** @returns {string[]} what is wrong with the licences of this project's packages */
export function checkLicenses() {
  return licenseProblems(ownNotices());
}

/** The name of the shipped text, among the desk's own files. */
export const NOTICES_FILE = 'third-party-notices.txt';

/** Puts the text among the files of the built desk; a licence that is not known fails the build. */
export function shipNotices() {
  return {
    name: 'waybill:notices',
    /** @this {{ emitFile(file: { type: 'asset', fileName: string, source: string }): unknown }} */
    generateBundle() {
      const notices = ownNotices();
      const problems = licenseProblems(notices);
      if (problems.length > 0) throw new Error(problems.join('\n'));
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: noticesText(notices) });
    },
  };
}

/**
 * Puts the text beside the packed app too, for whoever looks without starting it. Listed among the
 * extra files it would be left out of the archive.
 *
 * @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'electronPlatformName'>} context
 */
export function placeNotices({ appOutDir, electronPlatformName }) {
  const folder =
    electronPlatformName === 'darwin'
      ? join(appOutDir, 'Waybill.app', 'Contents', 'Resources')
      : appOutDir;
  writeFileSync(join(folder, NOTICES_FILE), noticesText(ownNotices()));
}
