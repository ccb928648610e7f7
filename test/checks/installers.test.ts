import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import config from '../../build/electron-builder.config.mjs';
import { distArguments } from '../../build/tools/electron.mjs';
import { APP_ID } from '../../electron/shell/identity.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

it('writes out the natives of each system, whatever system packs', () => {
  // electron-builder fills `${platform}` in with the system that packs.
  expect(JSON.stringify(config)).not.toContain('${platform}');
  for (const [own, platform] of [
    ['linux', 'linux'],
    ['mac', 'darwin'],
    ['win', 'win32'],
  ] as const) {
    const files = JSON.stringify(config[own]?.files);
    for (const other of ['linux', 'darwin', 'win32']) {
      expect(files.includes(`prebuilds/${other}-\${arch}.node`)).toBe(other === platform);
    }
  }
});

it('makes what updates need: a ZIP for macOS, and a feed that only a policy can name', () => {
  expect(config.mac?.target).toContain('zip');
  const { publish } = config as { publish?: { provider?: string; url?: string } };
  expect(publish?.provider).toBe('generic');
  // A reserved name: nobody can answer there.
  expect(new URL(publish?.url ?? '').hostname).toBe('waybill.example');
});

it('registers links and files of field packs, with the type that Linux asks for', () => {
  expect(config.protocols).toMatchObject([{ schemes: ['waybill'] }]);
  expect(config.fileAssociations).toMatchObject([
    { ext: 'waybill', mimeType: 'application/vnd.waybill.pack', role: 'Viewer' },
  ]);
});

it('names every installer apart, and has what each asks for', () => {
  const names = [config.nsis?.artifactName, config.portable?.artifactName];
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/\$\{version\}-\$\{arch\}\.\$\{ext\}$/);
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    homepage?: string;
  };
  // A deb is not made without the first, nor without the second where nobody is named as author.
  expect(URL.canParse(manifest.homepage ?? '')).toBe(true);
  expect(config.linux?.maintainer).toBeTypeOf('string');
});

it('calls itself on Windows as its installer does, so that taskbar and notifications know it', () => {
  expect(config.appId).toBe(APP_ID);
});

/** What electron-builder writes for the desktops of Linux; it has no door for this but its own files. */
interface Packing {
  Packager: new (options: object) => { validateConfig(): Promise<void> };
  LinuxPackager: new (packager: object) => object;
  LinuxTargetHelper: new (packager: object) => {
    computeDesktopEntry(options: object): Promise<string>;
    getDesktopFileName(): string;
  };
  AppImageTarget: new (
    name: string,
    packager: object,
    helper: object,
    folder: string,
  ) => { desktopEntry: { value: Promise<string> } };
}

function loadPacking(): Packing {
  const builder = createRequire(path.join(root, 'node_modules/electron-builder/package.json'));
  const part = (name: string): object => builder(`app-builder-lib/out/${name}`) as object;
  return {
    ...part('packager.js'),
    ...part('linuxPackager.js'),
    ...part('targets/LinuxTargetHelper.js'),
    AppImageTarget: (part('targets/appimage/AppImageTarget.js') as { default: unknown }).default,
  } as Packing;
}

it('starts on Linux with the sandbox, from every desktop entry, under one name', async () => {
  const { Packager, LinuxPackager, LinuxTargetHelper, AppImageTarget } = loadPacking();
  const { afterPack: _never, ...packed } = config;
  const packager = new Packager({
    projectDir: root,
    config: { ...packed, electronVersion: '1.0.0' },
  });
  // Refuses settings that this electron-builder does not know.
  await packager.validateConfig();
  const linux = new LinuxPackager(packager);
  const helper = new LinuxTargetHelper(linux);
  const appImage = new AppImageTarget('AppImage', linux, helper, root);
  const entries = [await appImage.desktopEntry.value, await helper.computeDesktopEntry({})];
  for (const entry of entries) {
    expect(entry).toMatch(/^Exec=\S+ %U$/m);
    expect(entry).not.toContain('--no-sandbox');
    expect(entry).toMatch(/^StartupWMClass=waybill$/m);
  }
  expect(helper.getDesktopFileName()).toBe('waybill');
});

it('packs the Electron that is here for this system and processor alone, or where it is a stand-in', () => {
  const here = { isStandIn: false, platform: 'linux', arch: 'x64' } as const;
  const own = ['-c.electronDist=here'];
  expect(distArguments(['--linux', '--x64'], 'here', here)).toEqual(own);
  for (const flags of [
    ['--linux', '--arm64'],
    ['--linux', '--x64', '--arm64'],
    ['--win', '--x64'],
  ]) {
    expect(distArguments(flags, 'here', here)).toEqual([]);
    expect(distArguments(flags, 'here', { ...here, isStandIn: true })).toEqual(own);
  }
  expect(distArguments(['--mac', '--x64'], 'here', { ...here, platform: 'darwin' })).toEqual([]);
});
