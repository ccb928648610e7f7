import os from 'node:os';
import path from 'node:path';
import type Electron from 'electron';
import { expect, it } from 'vitest';
import { createFiles } from '../../electron/shell/files.ts';

it('begin in the folder for downloads, or at home where the system has none', async () => {
  const begun: (string | undefined)[] = [];
  let named = true;
  const app = {
    getPath(name: string) {
      if (name === 'downloads' && !named) throw new Error("Failed to get 'downloads' path");
      return path.join(os.tmpdir(), name);
    },
  };
  const files = createFiles(
    {
      showOpenDialog: (options: object) => {
        begun.push((options as Electron.OpenDialogOptions).defaultPath);
        return Promise.resolve({ canceled: true, filePaths: [] });
      },
      showSaveDialog: (options: object) => {
        begun.push((options as Electron.SaveDialogOptions).defaultPath);
        return Promise.resolve({ canceled: true, filePath: '' });
      },
    },
    app,
  );
  for (named of [true, false]) {
    await files.folder();
    await files.save('a.csv', 'text/csv', new Uint8Array());
  }
  const [downloads, home] = ['downloads', 'home'].map((name) => path.join(os.tmpdir(), name));
  expect(begun).toEqual([
    ...[downloads, path.join(downloads ?? '', 'a.csv')],
    ...[home, path.join(home ?? '', 'a.csv')],
  ]);
});
