/**
 * What goes into the installers: the bundles, package.json, and the two native packages with the
 * one binary that fits. Everything else is inside the bundles already.
 */
import { flipPackedFuses } from './fuses.mjs';

/** `${platform}` and `${arch}` are filled in by electron-builder. */
const native = ['better-sqlite3', 'keytar'].flatMap((name) => [
  `node_modules/${name}/package.json`,
  `node_modules/${name}/LICENSE*`,
  `node_modules/${name}/lib/**`,
  `node_modules/${name}/prebuilds/\${platform}-\${arch}*`,
  `node_modules/${name}/prebuilds/\${platform}-\${arch}/**`,
]);

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.waybill.desk',
  productName: 'Waybill',
  directories: { output: 'dist/installers', buildResources: 'build' },
  files: ['dist/electron/**', 'dist/renderer/**', 'package.json', '!node_modules/**', ...native],
  asar: true,
  asarUnpack: ['**/*.node'],
  // Both native packages bring their binaries; nothing is compiled.
  npmRebuild: false,
  nodeGypRebuild: false,
  afterPack: flipPackedFuses,
  publish: null,
  linux: {
    target: ['deb', 'AppImage'],
    category: 'Office',
    icon: 'build/icon.png',
    executableName: 'waybill',
    maintainer: 'Waybill contributors',
  },
  mac: {
    target: ['dmg'],
    category: 'public.app-category.business',
    icon: 'build/icon.png',
    hardenedRuntime: true,
  },
  win: { target: ['nsis'], icon: 'build/icon.png' },
};
