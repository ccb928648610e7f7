import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * What Electron's types call deprecated: members by the names that have no other meaning there, and
 * whole classes. Whatever is deprecated in this release is gone in one of the next.
 */
function deprecatedNames(text: string): Set<string> {
  const file = ts.createSourceFile('electron.d.ts', text, ts.ScriptTarget.Latest, true);
  const deprecated = new Set<string>();
  const alive = new Set<string>();
  const visit = (node: ts.Node): void => {
    const named =
      ts.isMethodSignature(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isFunctionDeclaration(node);
    if (named && node.name !== undefined) {
      const name = node.name.getText(file);
      (ts.getJSDocDeprecatedTag(node) === undefined ? alive : deprecated).add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const [, name] of text.matchAll(/The `(\w+)` class is deprecated/g)) {
    if (name !== undefined) deprecated.add(name);
  }
  return new Set([...deprecated].filter((name) => !alive.has(name)));
}

/** Names that a source uses as members, keys, imports or in their own right. */
function usedNames(text: string): Set<string> {
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return used;
}

const types = readFileSync(path.join(root, 'node_modules/electron/electron.d.ts'), 'utf8');
const deprecated = deprecatedNames(types);
const LISTENS = ['handle CALL_CHANNEL', 'invoke CALL_CHANNEL', 'on EVENT_CHANNEL'];
const sources = ['electron/main.ts', 'electron/preload.ts'].concat(
  readdirSync(path.join(root, 'electron/shell')).map((name) => `electron/shell/${name}`),
);

describe('Electron’s API', () => {
  it('has members and classes that go, as its types say', () => {
    for (const name of ['encryptString', 'decryptString', 'isEncryptionAvailable', 'BrowserView']) {
      expect(deprecated).toContain(name);
    }
    expect(deprecated).not.toContain('webContents');
    expect(deprecated.size).toBeGreaterThan(30);
  });

  it.each(sources)('%s uses nothing that goes', (file) => {
    const used = usedNames(readFileSync(path.join(root, file), 'utf8'));
    expect([...used].filter((name) => deprecated.has(name))).toEqual([]);
  });

  it('that goes is found in whatever way it is used', () => {
    for (const text of [
      "safeStorage.encryptString('x');",
      'const { decryptString } = safeStorage;',
      "import { BrowserView } from 'electron';",
    ]) {
      expect([...usedNames(text)].some((name) => deprecated.has(name))).toBe(true);
    }
  });

  it('is reached from a page through the bridge alone, never by modules that left the renderer', () => {
    const preload = readFileSync(path.join(root, 'electron/preload.ts'), 'utf8');
    expect(/import \{([^}]*)\} from 'electron'/.exec(preload)?.[1]?.trim()).toBe(
      'contextBridge, ipcRenderer, webUtils',
    );
  });

  it('hands out no message port, and listens on the two channels of the bridge alone', () => {
    for (const file of sources) {
      const used = usedNames(readFileSync(path.join(root, file), 'utf8'));
      for (const name of ['MessageChannelMain', 'MessagePortMain', 'postMessage', 'sendSync']) {
        expect(used.has(name), `${file}: ${name}`).toBe(false);
      }
    }
    const whole = sources.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
    const listens =
      /\bipc(?:Main|Renderer)?\.(handle|handleOnce|on|once|addListener|invoke|send)\(\s*(\w+)/g;
    expect([...whole.matchAll(listens)].map(([, verb, channel]) => `${verb} ${channel}`).sort()) //
      .toEqual(LISTENS);
  });
});
