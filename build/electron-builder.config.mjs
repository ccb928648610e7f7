/**
 * What goes into the installers: the bundles, package.json, and the two native packages with the
 * one binary that fits. Everything else is inside the bundles already.
 */
import { flipPackedFuses } from './fuses.mjs';

/**
 * The native packages of one system, whatever system packs them: `${platform}` would be filled in
 * with the packing one's. `${arch}` is that of the packed app.
 *
 * @param {'linux' | 'darwin' | 'win32'} platform
 */
const native = (platform) =>
  ['better-sqlite3', 'keytar'].flatMap((name) => [
    `node_modules/${name}/package.json`,
    `node_modules/${name}/LICENSE*`,
    `node_modules/${name}/lib/**`,
    `node_modules/${name}/prebuilds/${platform}-\${arch}.node`,
    `node_modules/${name}/prebuilds/${platform}-\${arch}/**`,
  ]);

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.waybill.desk',
  productName: 'Waybill',
  directories: { output: 'dist/installers', buildResources: 'build' },
  files: ['dist/electron/**', 'dist/renderer/**', 'package.json', '!node_modules/**'],
  asar: true,
  asarUnpack: ['**/*.node'],
  // Both native packages bring their binaries; nothing is compiled.
  npmRebuild: false,
  nodeGypRebuild: false,
  afterPack: flipPackedFuses,
  publish: null,
  linux: {
    files: native('linux'),
    target: ['deb', 'AppImage'],
    category: 'Office',
    icon: 'build/icon.png',
    executableName: 'waybill',
    maintainer: 'Waybill contributors',
  },
  mac: {
    files: native('darwin'),
    target: ['dmg'],
    category: 'public.app-category.business',
    icon: 'build/icon.png',
    hardenedRuntime: true,
  },
  win: { files: native('win32'), target: ['nsis', 'portable'], icon: 'build/icon.png' },
  // Both are one `.exe`; under one name the second would replace the first.
  nsis: { artifactName: '${productName}-Setup-${version}-${arch}.${ext}' },
  portable: { artifactName: '${productName}-Portable-${version}-${arch}.${ext}' },
};
