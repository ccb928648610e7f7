import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Shell } from 'electron';
import type { AppUpdates, Desktop, MenuEntry } from '../core/ports.ts';
import type { Desks } from './desks.ts';
import type { ShellFile } from './shellFile.ts';

/** What the core asks of the system around the desk. */
export interface DesktopSetup {
  /** The data folder. */
  folder: string;
  shell: Pick<Shell, 'openPath'>;
  file: ShellFile;
  desks: Pick<Desks, 'open'>;
  setMenu(entries: readonly MenuEntry[]): void;
  /** The words are others than before. */
  reworded(): void;
  takeHanded(): string | null;
  updates: AppUpdates;
}

export function createDesktop(setup: DesktopSetup): Desktop {
  const { folder, shell, file } = setup;
  return {
    setMenu: setup.setMenu,
    setWords(words) {
      if (file.setWords(words)) setup.reworded();
    },
    openWindow: setup.desks.open,
    takeHanded: setup.takeHanded,
    attention: file.attention,
    setAttention: file.setAttention,
    updates: setup.updates,
    async openDataFolder(inside) {
      const shown = path.join(folder, inside ?? '');
      // What the system could not make it can't show either, and says so.
      await mkdir(shown, { recursive: true }).catch(() => undefined);
      const words = await shell.openPath(shown);
      return words === '' ? null : words;
    },
  };
}
