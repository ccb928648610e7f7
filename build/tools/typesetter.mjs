/**
 * The typesetter's native package of the systems that are packed. npm installs the one of this
 * computer alone; those of others are fetched by npm when an app for them is packed, and compared
 * with the lockfile's checksum.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeHeader } from './nativeFormat.mjs';
import { root, Stop } from './project.mjs';
import { run } from './run.mjs';

export const TYPESETTER = '@myriaddreamin/typst-ts-node-compiler';

/** What follows the package's name, where `${arch}` stands for the processor. */
export const SUFFIXES = /** @type {const} */ ({
  linux: '-linux-${arch}-gnu',
  darwin: '-darwin-${arch}',
  win32: '-win32-${arch}-msvc',
});

/** Where electron-builder finds them: all in one folder, whatever system packs. */
export const TYPESETTER_FOLDER = 'dist/typesetter';

/**
 * @param {'linux' | 'darwin' | 'win32'} platform
 * @param {string} arch
 */
export function nativePackage(platform, arch) {
  return `${TYPESETTER}${SUFFIXES[platform]}`.replace('${arch}', arch);
}

/** @param {string} name @returns {{ version: string, integrity?: string }} */
function locked(name) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return lock.packages[`node_modules/${name}`];
}

/**
 * Puts the native package where electron-builder looks for it.
 *
 * @param {'linux' | 'darwin' | 'win32'} platform
 * @param {string} arch
 */
export async function placeTypesetter(platform, arch) {
  const name = nativePackage(platform, arch);
  const to = join(root, TYPESETTER_FOLDER, name);
  const { version, integrity } = locked(name);
  if (existsSync(to) && versionIn(to) === version) return;
  rmSync(to, { recursive: true, force: true });
  // Filled beside its place: what is ended half way must not pass for the whole the next time.
  const beside = `${to}.part`;
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { recursive: true });
  await fill(beside, name, { version, integrity });
  renameSync(beside, to);
}

/**
 * Copies the native package that is installed, or the registry's of the lockfile's checksum.
 *
 * @param {string} to an empty folder
 * @param {string} name
 * @param {{ version: string, integrity?: string | undefined }} locked
 */
async function fill(to, name, { version, integrity }) {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) {
    cpSync(installed, to, { recursive: true });
    return;
  }
  if (integrity === undefined) {
    throw new Stop(
      `package-lock.json has no checksum of ${name}: nothing unverified is packed. ` +
        `Run “npm install” on such a system, or write the registry’s checksum into the lockfile.`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'waybill-typesetter-'));
  try {
    const args = ['pack', `${name}@${version}`, '--json', '--pack-destination', folder];
    const packed = await run('npm', args, { cwd: folder });
    const file = packed.code === 0 ? JSON.parse(jsonIn(packed.output))[0].filename : null;
    if (file === null) throw new Stop(`${name} can’t be had:\n${packed.output}`);
    const bytes = readFileSync(join(folder, file));
    const sum = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    if (sum !== integrity) throw new Stop(`${name} is not what the lockfile says.`);
    const args2 = ['-xzf', join(folder, file), '-C', to, '--strip-components=1'];
    const unpacked = await run('tar', args2);
    if (unpacked.code !== 0) throw new Stop(`${name} can’t be unpacked:\n${unpacked.output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Whether what is packed can be compared with the lockfile. Without a checksum nothing is packed
 * for people; the check of packing goes on with a stand-in and says so.
 *
 * @param {'linux' | 'darwin' | 'win32'} platform
 * @param {string} arch
 */
export function hasChecksum(platform, arch) {
  return locked(nativePackage(platform, arch)).integrity !== undefined;
}

/**
 * Puts a package there whose native file is a header alone, of no version that could be mistaken
 * for the real one.
 *
 * @param {'linux' | 'darwin' | 'win32'} platform
 * @param {string} arch
 * @returns {() => void} takes it away again
 */
export function placeStandIn(platform, arch) {
  const name = nativePackage(platform, arch);
  const to = join(root, TYPESETTER_FOLDER, name);
  const takeAway = () => rmSync(to, { recursive: true, force: true });
  takeAway();
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'package.json'), JSON.stringify({ name, version: '0.0.0-stand-in' }));
  const file = `${name.slice(name.indexOf('/') + 1)}.node`.replace('compiler-', 'compiler.');
  writeFileSync(join(to, file), nativeHeader(platform, arch));
  return takeAway;
}

/** npm may warn before it answers. @param {string} output */
function jsonIn(output) {
  return output.slice(output.indexOf('[\n'), output.lastIndexOf(']') + 1);
}

/** @param {string} folder */
function versionIn(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}

/**
 * The systems and processors that electron-builder's flags name; this computer's where they name
 * none.
 *
 * @param {readonly string[]} flags
 * @returns {{ platform: 'linux' | 'darwin' | 'win32', arch: string }[]}
 */
export function targetsOf(flags) {
  const has = (/** @type {readonly string[]} */ names) =>
    names.some((name) => flags.includes(name));
  const named = /** @type {const} */ ([
    ['linux', ['--linux', '-l']],
    ['darwin', ['--mac', '--macos', '-m']],
    ['win32', ['--win', '--windows', '-w']],
  ]);
  const own = /** @type {'linux' | 'darwin' | 'win32'} */ (process.platform);
  const platforms = named.filter(([, names]) => has(names)).map(([platform]) => platform);
  const archs = ['x64', 'arm64'].filter((arch) => flags.includes(`--${arch}`));
  return (platforms.length > 0 ? platforms : [own]).flatMap((platform) =>
    (archs.length > 0 ? archs : [process.arch]).map((arch) => ({ platform, arch })),
  );
}
