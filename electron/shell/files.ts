import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { App, Dialog } from 'electron';
import { fail, ok } from '../../shared/result.ts';
import type { Files } from '../core/ports.ts';

/** Where dialogs begin: not every system can name a folder for downloads. */
function downloads(app: Pick<App, 'getPath'>): string {
  try {
    return app.getPath('downloads');
  } catch {
    return app.getPath('home');
  }
}

/** The `Files` port of the installed app: the system's dialogs. */
export function createFiles(
  dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>,
  app: Pick<App, 'getPath'>,
): Files {
  return {
    async folder() {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        defaultPath: downloads(app),
        properties: ['openDirectory', 'createDirectory'],
      });
      return ok(canceled ? null : (filePaths[0] ?? null));
    },
    async save(fileName, _mimeType, bytes) {
      const { canceled, filePath } = await dialog.showSaveDialog({
        defaultPath: path.join(downloads(app), fileName),
      });
      if (canceled || filePath === '') return ok({ outcome: 'cancelled', href: null, fileName });
      try {
        await writeFile(filePath, bytes);
      } catch (error) {
        return fail({
          kind: 'local',
          code: 'file.notSaved',
          message: `The file could not be saved: ${error instanceof Error ? error.message : 'unknown reason'}`,
          safe: 'The mirror is untouched.',
          next: 'retry',
        });
      }
      return ok({ outcome: 'file', href: null, fileName: path.basename(filePath) });
    },
  };
}
