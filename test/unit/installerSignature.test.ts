import { describe, expect, it } from 'vitest';
import { question, signedBy } from '../../electron/shell/installerSignature.ts';
import { confine } from '../../electron/shell/updater.ts';

/** What PowerShell prints of a signature. */
const says = (status: string, subject: string) => () =>
  Promise.resolve(`${status}\r\n${Array.from(subject, (one) => one.charCodeAt(0)).join(' ')}\r\n`);
const SUBJECT = 'CN="Müller, Söhne", O=Müller, C=DE';

describe('the signature of an installer', () => {
  it.each([
    ['by its name', ['Other', 'Müller, Söhne']],
    ['by all that its certificate says', ['CN="Müller, Söhne", O=Müller']],
  ])('is a publisher’s, told %s', async (_by, publishers) => {
    expect(await signedBy(says('Valid', SUBJECT))(publishers, 'x.exe')).toBeNull();
  });

  it.each([
    ['is somebody else’s', says('Valid', 'CN=Evil, O=Müller, C=DE')],
    ['has the name in another place', says('Valid', 'CN=Evil, OU="Müller, Söhne"')],
    ['is missing', says('NotSigned', '')],
    ['belongs to another file', says('HashMismatch', SUBJECT)],
    ['has no subject', says('Valid', '')],
    ['is not told of', () => Promise.resolve('')],
    ['can’t be asked for', () => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' }))],
  ])('is refused where it %s', async (_what, ask) => {
    const publishers = ['Müller, Söhne', 'CN="Müller, Söhne", O=Müller'];
    expect(await signedBy(ask)(publishers, 'x.exe')).toEqual(expect.any(String));
  });

  it('is asked for without a path in the command, of the system’s own PowerShell', () => {
    const file = "C:\\x';calc;’.exe";
    const env = { SystemRoot: 'D:\\Windows', psModulePath: 'x', Path: 'y' };
    const asked = question(file, env);
    expect(asked.program).toBe('D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
    expect(asked.args.join(' ')).not.toContain('calc');
    expect(asked.args.join(' ')).not.toContain('"');
    expect(asked.env).toEqual({
      ...{ SystemRoot: 'D:\\Windows', Path: 'y', WAYBILL_INSTALLER: file },
    });
  });

  it('is looked at by this check, and not by one that lets pass what it can’t ask', async () => {
    const updater: Partial<Parameters<typeof confine>[0]> = {};
    confine(updater as Parameters<typeof confine>[0]);
    // Neither PowerShell nor the file is here.
    expect(await updater.verifyUpdateCodeSignature?.(['Acme'], 'none.exe')).toEqual(
      expect.any(String),
    );
  });
});
