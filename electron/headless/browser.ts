import { execFile } from 'node:child_process';

/** The command that opens an address on this system; null where there is no desktop. */
function opener(): string | null {
  if (process.platform === 'darwin') return 'open';
  if (process.platform === 'win32') return 'explorer';
  return (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']) ? 'xdg-open' : null;
}

/** Opens an address in the person's default browser; rejects where there is none. */
export function openInBrowser(address: string): Promise<void> {
  const command = opener();
  if (command === null) return Promise.reject(new Error('no desktop on this machine'));
  return new Promise((resolve, reject) => {
    execFile(command, [address], (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}
