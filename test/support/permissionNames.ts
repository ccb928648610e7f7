import { readFileSync } from 'node:fs';
import path from 'node:path';

const types = path.resolve(import.meta.dirname, '../../node_modules/electron/electron.d.ts');

/** Permissions that a handler of a session is asked for, read from the text of Electron's types. */
export function permissionNames(
  method: 'setPermissionRequestHandler' | 'setPermissionCheckHandler',
): string[] {
  const line = readFileSync(types, 'utf8')
    .split('\n')
    .find((text) => text.trimStart().startsWith(`${method}(`));
  const union = /permission: ((?:'[\w-]+'(?: \| )?)+)/.exec(line ?? '')?.[1] ?? '';
  return union.split(' | ').map((name) => name.slice(1, -1));
}
