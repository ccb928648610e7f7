import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import config from '../../build/electron-builder.config.mjs';

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
