/** Looks into packed apps: what their archives hold, and whether their native files fit. */
import { listPackage } from '@electron/asar';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { archiveHashProblems } from './archiveHash.mjs';
import { NOTICES_FILE } from '../notices.mjs';
import { nativeFormat } from './nativeFormat.mjs';

/** What may be in an archive, by its path. */
const MAY = [
  /^\/package\.json$/,
  /^\/dist\/(electron|renderer)\//,
  /^\/node_modules\/(better-sqlite3|keytar)\/(lib|prebuilds)\//,
  /^\/node_modules\/(better-sqlite3|keytar)\/(package\.json|LICENSE(\.md)?)$/,
  /^\/node_modules\/@myriaddreamin\/typst-ts-node-compiler\/(package\.json|LICENSE|index(-napi)?\.js)$/,
  /^\/node_modules\/@myriaddreamin\/typst-ts-node-compiler-[\w-]+\/(package\.json|[\w.-]+\.node)$/,
];
const MUST = [
  '/package.json',
  '/dist/electron/main.js',
  '/dist/electron/preload.cjs',
  '/dist/renderer/index.html',
  `/dist/renderer/${NOTICES_FILE}`,
];
/** Never, wherever it lies: sources, tests, maps and the headless host. */
const NEVER = /\.(ts|svelte|map)$|\btest\b|headless|bridge\.js$/;

/** The native files of one packed app. */
const NATIVES = 3;

/**
 * Bytes that an app may have without Electron itself: the archive, half of which is fonts for
 * documents, and the native files, most of which is the typesetter. Whoever needs more decides it
 * here.
 */
const BUDGET = { archive: 34_000_000, natives: 58_000_000 };

/**
 * @param {string} folder of the packed app
 * @param {string} platform `linux`, `darwin` or `win32`
 */
export function resourcesOf(folder, platform) {
  return platform === 'darwin'
    ? join(folder, 'Waybill.app', 'Contents', 'Resources')
    : join(folder, 'resources');
}

/**
 * @param {string} folder of the packed app
 * @param {string} platform
 * @param {string} arch
 * @returns {{ problems: string[], files: number, natives: string[], bytes: number }}
 */
export function inspectPacked(folder, platform, arch) {
  const resources = resourcesOf(folder, platform);
  const archive = join(resources, 'app.asar');
  if (!existsSync(archive)) {
    return { problems: [`There is no ${archive}.`], files: 0, natives: [], bytes: 0 };
  }
  const listed = listPackage(archive, { isPack: false }).map((path) => path.split(sep).join('/'));
  const files = listed.filter((path) => !listed.some((other) => other.startsWith(`${path}/`)));
  const problems = [
    ...MUST.filter((path) => !files.includes(path)).map((path) => `${path} is missing.`),
    ...files
      .filter((path) => !MAY.some((pattern) => pattern.test(path)))
      .map((path) => `${path} does not belong there.`),
    ...files
      .filter((path) => !path.startsWith('/node_modules/') && NEVER.test(path))
      .map((path) => `${path} must never be shipped.`),
    ...archiveHashProblems(folder, platform, archive),
  ];
  const beside = `${archive}.unpacked`;
  const unpacked = existsSync(beside)
    ? readdirSync(beside, { recursive: true, encoding: 'utf8' })
    : [];
  const natives = unpacked.filter((file) => file.endsWith('.node')).sort();
  for (const file of natives) {
    const format = nativeFormat(readFileSync(join(beside, file)));
    if (format !== `${platform}-${arch}`) problems.push(`${file} is for ${format}.`);
  }
  if (natives.length !== NATIVES) {
    problems.push(`It holds ${natives.length} native files and needs ${NATIVES}.`);
  }
  const sizes = {
    archive: statSync(archive).size,
    natives: natives.reduce((sum, file) => sum + statSync(join(beside, file)).size, 0),
  };
  for (const part of /** @type {const} */ (['archive', 'natives'])) {
    if (sizes[part] <= BUDGET[part]) continue;
    problems.push(`Its ${part}: ${sizes[part]} bytes; ${BUDGET[part]} are allowed.`);
  }
  const notices = platform === 'darwin' ? resources : folder;
  if (!existsSync(join(notices, NOTICES_FILE))) problems.push(`${NOTICES_FILE} is not beside it.`);
  return { problems, files: files.length, natives, bytes: sizes.archive + sizes.natives };
}
