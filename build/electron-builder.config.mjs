/**
 * What goes into the installers: the bundles, package.json, and the native packages with the one
 * binary that fits. Everything else is inside the bundles already.
 */
import { flipPackedFuses } from './fuses.mjs';
import { placeNotices } from './notices.mjs';
import { releaseNotes } from './releaseNotes.mjs';
import { SUFFIXES, TYPESETTER, TYPESETTER_FOLDER } from './tools/typesetter.mjs';

/**
 * The native packages of one system: `${platform}` would be filled in with the packing one's.
 * `${arch}` is that of the packed app. Each is a set of its own, because patterns of the project's
 * folder never reach into `node_modules`.
 *
 * @param {'linux' | 'darwin' | 'win32'} platform
 */
const natives = (platform) => [
  ...['better-sqlite3', 'keytar'].map((name) => ({
    from: `node_modules/${name}`,
    to: `node_modules/${name}`,
    filter: [
      ...['package.json', 'LICENSE*', 'lib/**'],
      `prebuilds/${platform}-\${arch}.node`,
      `prebuilds/${platform}-\${arch}/**`,
    ],
  })),
  {
    from: `node_modules/${TYPESETTER}`,
    to: `node_modules/${TYPESETTER}`,
    filter: ['package.json', 'LICENSE*', 'index*.js'],
  },
  // One package for each system; `build/dist.mjs` puts those of others there.
  {
    from: `${TYPESETTER_FOLDER}/${TYPESETTER}${SUFFIXES[platform]}`,
    to: `node_modules/${TYPESETTER}${SUFFIXES[platform]}`,
    filter: ['package.json', '*.node'],
  },
];

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.waybill.desk',
  productName: 'Waybill',
  directories: { output: 'dist/installers', buildResources: 'build' },
  files: ['dist/electron/**', 'dist/renderer/**', 'package.json', '!node_modules/**'],
  asar: true,
  asarUnpack: ['**/*.node'],
  // The native packages bring their binaries; nothing is compiled.
  npmRebuild: false,
  nodeGypRebuild: false,
  afterPack: async (context) => {
    placeNotices(context);
    await flipPackedFuses(context);
  },
  // Writes `app-update.yml` with the publisher's name into a signed app, and the list that a feed
  // needs beside the installers. The address is a reserved one: the policy of a computer names the feed.
  publish: { provider: 'generic', url: 'https://waybill.example/updates' },
  // Into the list of the feed.
  releaseInfo: { releaseNotes: releaseNotes() },
  // Field packs, opened from the system's own list of files.
  fileAssociations: [
    {
      ext: 'waybill',
      name: 'Waybill field pack',
      description: 'Field pack of Waybill',
      mimeType: 'application/vnd.waybill.pack',
      role: 'Viewer',
    },
  ],
  // For macOS and Linux; on Windows the app says so itself at its start.
  protocols: [{ name: 'Waybill', schemes: ['waybill'] }],
  // The runtime of AppImages that needs no libfuse2 of the system. The older one, which is taken where
  // none is named, also writes `--no-sandbox` into the desktop entry, and the app refuses to start so.
  toolsets: { appimage: '1.0.3' },
  linux: {
    files: natives('linux'),
    // The entry is called as package.json says, so that the desktop finds the windows that belong to it.
    syncDesktopName: true,
    target: ['deb', 'AppImage'],
    category: 'Office',
    icon: 'build/icon.png',
    executableName: 'waybill',
    maintainer: 'Waybill contributors',
  },
  mac: {
    files: natives('darwin'),
    // An update is taken from the ZIP.
    target: ['dmg', 'zip'],
    category: 'public.app-category.business',
    icon: 'build/icon.png',
    hardenedRuntime: true,
  },
  win: { files: natives('win32'), target: ['nsis', 'portable'], icon: 'build/icon.png' },
  // Both are one `.exe`; under one name the second would replace the first.
  nsis: { artifactName: '${productName}-Setup-${version}-${arch}.${ext}' },
  portable: { artifactName: '${productName}-Portable-${version}-${arch}.${ext}' },
};
