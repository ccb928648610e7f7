import { FuseState, FuseV1Options, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fuses, packedExecutable } from '../../build/fuses.mjs';
import { makeStandIn } from '../../build/tools/standIn.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waybill-fuses-'));
  makeStandIn(folder, '1.0.0');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** States of the nine fuses by name, after flipping them as for that system. */
async function flipped(platform: string): Promise<Record<string, string>> {
  const binary = path.join(folder, 'electron');
  await flipFuses(binary, fuses(platform));
  const wire = await getCurrentFuseWire(binary);
  return Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter((entry): entry is [string, FuseV1Options] => typeof entry[1] === 'number')
      .map(([name, option]) => [name, wire[option] === FuseState.ENABLE ? 'on' : 'off']),
  );
}

const expected = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'off',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
  WasmTrapHandlers: 'on',
};

it('all nine fuses are set and read back', async () => {
  expect(await flipped('linux')).toEqual(expected);
});

it.each(['darwin', 'win32'])('the archive is checked for integrity on %s', async (platform) => {
  // Signing needs the system's own tools; the wire is the same without.
  const config = { ...fuses(platform), resetAdHocDarwinSignature: false };
  const binary = path.join(folder, 'electron');
  await flipFuses(binary, config);
  const wire = await getCurrentFuseWire(binary);
  expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
});

it('a fuse that nobody decided on fails', async () => {
  const { [FuseV1Options.WasmTrapHandlers]: _left, ...some } = fuses('linux') as Record<
    string,
    unknown
  >;
  await expect(
    flipFuses(path.join(folder, 'electron'), some as unknown as ReturnType<typeof fuses>),
  ).rejects.toThrow(/WasmTrapHandlers/);
});

it('the executable is found where each system has it', () => {
  expect(packedExecutable('out', 'linux', 'Waybill', 'waybill')).toBe(path.join('out', 'waybill'));
  expect(packedExecutable('out', 'win32', 'Waybill', 'waybill')).toBe(
    path.join('out', 'Waybill.exe'),
  );
  expect(packedExecutable('out', 'darwin', 'Waybill', 'waybill')).toBe(
    path.join('out', 'Waybill.app'),
  );
});
