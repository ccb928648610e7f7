/** Electron's fuses as a packaged Waybill holds them: every one decided, none left to a default. */
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * @param {string} platform as electron-builder names it: `linux`, `darwin`, `win32`
 * @returns {import('@electron/fuses').FuseConfig}
 */
export function fuses(platform) {
  return {
    version: FuseVersion.V1,
    // A fuse that a later Electron adds fails the build until it is decided here.
    strictlyRequireAllFuses: true,
    // The tool that signs is on macOS alone; packed elsewhere, an app has no signature to renew.
    resetAdHocDarwinSignature: platform === 'darwin' && process.platform === 'darwin',
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // Electron checks the archive's integrity on these two systems only.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]:
      platform === 'darwin' || platform === 'win32',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  };
}

/**
 * Where the Electron executable of a packed app lies.
 *
 * @param {string} folder of the packed app
 * @param {string} platform
 * @param {string} product the app's name, which is its bundle's on macOS and its file's on Windows
 * @param {string} executable the file's name on Linux
 */
export function packedExecutable(folder, platform, product, executable) {
  if (platform === 'darwin') return join(folder, `${product}.app`);
  return join(folder, platform === 'win32' ? `${product}.exe` : executable);
}

/** @param {import('electron-builder').AfterPackContext} context */
export async function flipPackedFuses(context) {
  const { appOutDir, electronPlatformName, packager } = context;
  const { productFilename } = packager.appInfo;
  const name = 'executableName' in packager ? String(packager.executableName) : productFilename;
  const path = packedExecutable(appOutDir, electronPlatformName, productFilename, name);
  await flipFuses(path, fuses(electronPlatformName));
}
