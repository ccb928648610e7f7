import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Dialog } from 'electron';
import { fail, ok } from '../../shared/result.ts';
import type { Files } from '../core/ports.ts';

/** The `Files` port of the installed app: the system's dialogs. */
export function createFiles(
  dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>,
  folder: string,
): Files {
  return {
    async folder() {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        defaultPath: folder,
        properties: ['openDirectory', 'createDirectory'],
      });
      return ok(canceled ? null : (filePaths[0] ?? null));
    },
    async save(fileName, _mimeType, bytes) {
      const { canceled, filePath } = await dialog.showSaveDialog({
        defaultPath: path.join(folder, fileName),
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
