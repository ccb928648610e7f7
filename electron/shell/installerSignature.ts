import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Whether an installer is signed by one of its publishers, as Windows says. */

/** A slow computer reads a large file for a while. */
const ANSWER_MS = 60_000;
const VARIABLE = 'WAYBILL_INSTALLER';

/**
 * Casts alone, no method: PowerShell calls none where a policy constrains its language. The subject
 * comes as the numbers of its characters, so that no code page changes a letter, and the path goes
 * as a variable, so that no quote in it ends anything.
 */
const COMMAND = [
  "$ErrorActionPreference = 'Stop'",
  `$signature = Get-AuthenticodeSignature -LiteralPath $env:${VARIABLE}`,
  '[string]$signature.Status',
  "[int[]][char[]]$signature.SignerCertificate.Subject -join ' '",
].join('; ');

/** What is started, and how, to ask Windows about a file. */
export function question(file: string, env: NodeJS.ProcessEnv) {
  const folder = path.win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32');
  // Set by a newer PowerShell, the older one does not find its own modules.
  const others = Object.entries(env).filter(([name]) => name.toLowerCase() !== 'psmodulepath');
  return {
    program: path.win32.join(folder, 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    args: ['-NoProfile', '-NonInteractive', '-InputFormat', 'None', '-Command', COMMAND],
    env: { ...Object.fromEntries(others), [VARIABLE]: file },
  };
}

/** Two lines: the status of the signature, and the numbers of the characters of its subject. */
export type Ask = (file: string) => Promise<string>;

export const askWindows: Ask = async (file) => {
  const { program, args, env } = question(file, process.env);
  const options = { env, timeout: ANSWER_MS, windowsHide: true };
  const asking = promisify(execFile)(program, args, options);
  asking.child.stdin?.end();
  return (await asking).stdout;
};

/**
 * Looks at an installer: null where its signature is valid and a publisher's, or else why it is not
 * taken. What can't be found out is no signature.
 *
 * @returns as electron-updater asks it, by the names of publishers, or by all that a certificate
 *   says of them
 */
export function signedBy(
  ask: Ask,
): (publishers: readonly string[], file: string) => Promise<string | null> {
  return async (publishers, file) => {
    try {
      const [status = '', letters = ''] = (await ask(file)).split(/\r?\n/);
      if (status !== 'Valid') return `The signature is not valid (${status}).`;
      const { parseDn } = await import('builder-util-runtime');
      const subject = parseDn(String.fromCharCode(...letters.trim().split(' ').map(Number)));
      const signed = publishers.some((publisher) => {
        const wanted = [...parseDn(publisher)];
        return wanted.length === 0
          ? subject.get('CN') === publisher
          : wanted.every(([key, value]) => subject.get(key) === value);
      });
      return signed ? null : 'Somebody else signed it.';
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return `Windows could not be asked for its signature (${code || 'unknown reason'}).`;
    }
  };
}
