import { one } from './rule.ts';
import type { Rule } from './rule.ts';

/** How the process starts, lives, quits and is packed, and the door of the headless host. */

const MAIN = 'electron/main.ts';
const LIFE = 'electron/shell/life.ts';
const QUIT = 'electron/shell/quit.ts';
const SERVER = 'electron/headless/server.ts';
const FUSES = 'build/fuses.mjs';

const starting: Rule[] = [
  one('main', MAIN, 'the sandbox is on', 'app.enableSandbox();', ''),
  one('unconfined', MAIN, 'no start without it', 'refuseSwitches(app);', ''),
  ...(['no-sandbox', 'remote-debugging-port', 'remote-debugging-pipe'] as const).map((name) =>
    one(
      'unconfined',
      'electron/shell/switches.ts',
      `no start with --${name}`,
      `'${name}':`,
      `'x-${name}':`,
    ),
  ),
  one(
    'main',
    MAIN,
    'no dictionary is fetched',
    'session.defaultSession.setSpellCheckerLanguages([]);',
    '',
  ),
  one('main', MAIN, 'navigation is confined', 'confineNavigation(app);', ''),
  one('main', MAIN, 'permissions are denied', 'denyPermissions(session.defaultSession);', ''),
  one('main', MAIN, 'downloads are confined', 'confineDownloads(session.defaultSession);', ''),
  one(
    'main',
    MAIN,
    'one instance',
    'if (app.requestSingleInstanceLock(mine)) {',
    'app.requestSingleInstanceLock(mine);\n  if (true) {',
  ),
  one(
    'main',
    MAIN,
    '--data before the lock',
    'if (given.dataDir !== null) useDataFolder(app, given.dataDir);',
    '',
  ),
  one(
    'main',
    MAIN,
    'packaged apps have no developer tools',
    "'preload.cjs'), app.isPackaged)",
    "'preload.cjs'), false)",
  ),
  one(
    'main',
    MAIN,
    'the desk alone is served',
    'host: APP_HOST,',
    'host: new URL(request.url).host,',
  ),
  one(
    'startFails',
    'electron/shell/startFailure.ts',
    'a failed start gives its lock back',
    'app.releaseSingleInstanceLock();',
    '',
  ),
  one(
    'startFails',
    'electron/shell/startFailure.ts',
    'a failed start exits with an error',
    'app.exit(START_FAILED);',
    'app.exit(0);',
  ),
  one(
    'startFails',
    MAIN,
    'a start that throws is caught',
    '.catch(failOnce);',
    '.catch(() => undefined);',
  ),
  one(
    'dataFolder',
    'electron/shell/arguments.ts',
    'the named folder is its owner’s',
    ', mode: 0o700 }',
    ' }',
  ),
  {
    rule: 'the data folder is its owner’s',
    edits: [
      { file: 'electron/core/createCore.ts', text: ', mode: 0o700 });', becomes: ' });' },
      {
        file: 'electron/core/createCore.ts',
        text: 'await chmod(ports.paths.data, 0o700);',
        becomes: '',
      },
    ],
    check: 'dataFolder',
  },
  one(
    'life',
    LIFE,
    'a dead renderer is noticed',
    "webContents.on('render-process-gone'",
    "webContents.once('destroyed' as never",
  ),
  one(
    'life',
    LIFE,
    'a page that fails is noticed',
    "webContents.on('did-fail-load'",
    "webContents.once('destroyed' as never",
  ),
  one('life', LIFE, 'a loop ends', 'if (!own.inALoop()) return openDesk();', 'return openDesk();'),
  one('life', LIFE, 'a desk that hangs', "window.on('unresponsive'", "window.on('blur'"),
  one('life', LIFE, 'a desk that hangs: asked once', 'if (question !== null) return;', ''),
  one('life', LIFE, 'the person is told', 'life.tell(webContents, DESK_RESTARTED)', 'void 0'),
  one(
    'quit',
    QUIT,
    'what waits is asked about',
    'if (waiting?.ok !== true || waiting.value.total === 0) return leaveWindows();',
    'return leaveWindows();',
  ),
  one('quit', QUIT, 'a shutdown is not held up', 'if (shuttingDown()) {', 'if (clock.now() < 0) {'),
  one(
    'quit',
    QUIT,
    'a shutdown may be called off',
    'clock.now() - shutdownAt < SHUTDOWN_MS',
    'shutdownAt > 0',
  ),
  one(
    'quit',
    QUIT,
    'the end of a session closes',
    "window.on('session-end'",
    "window.on('sheet-end' as never",
  ),
];

const headless: Rule[] = [
  one(
    'headless',
    SERVER,
    'the headless door is on the loopback',
    "server.listen(port, '127.0.0.1', () => resolve(null));",
    "server.listen(port, '0.0.0.0', () => resolve(null));",
  ),
  one(
    'headless',
    SERVER,
    'its host is checked',
    'request.headers.host === host && hasCookie(request)',
    'hasCookie(request)',
  ),
  one(
    'headless',
    SERVER,
    'its cookie is asked for',
    'request.headers.host === host && hasCookie(request)',
    'request.headers.host === host',
  ),
  one('headless', SERVER, 'its origin is checked', ' || request.headers.origin !== origin', ''),
  one('headless', SERVER, 'its token works once', 'tokens.delete(token)', 'tokens.has(token)'),
  one('headless', SERVER, 'its cookie is out of reach of scripts', 'HttpOnly; ', ''),
  one('headless', SERVER, 'its cookie stays on its site', 'SameSite=Strict; ', ''),
];

const NOTEBOOK = 'electron/core/diagnostics/notebook.ts';
const noted: Rule[] = [
  one(
    'notebook',
    NOTEBOOK,
    'texts that are noted',
    'Object.hasOwn(TEXTS, key) && TEXTS[key]?.(value) === true',
    'true',
  ),
  one(
    'notebook',
    NOTEBOOK,
    'forms of texts that are noted',
    'TEXTS[key]?.(value) === true',
    'true',
  ),
  one('notebook', NOTEBOOK, 'numbers that are noted', 'NUMBERS.has(key) && Number', 'Number'),
  one(
    'notebook',
    NOTEBOOK,
    'numbers that are noted: whole ones',
    'NUMBERS.has(key) && Number.isInteger(value)',
    'NUMBERS.has(key)',
  ),
];

const FUSE_NAMES = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', true],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['WasmTrapHandlers', true],
] as const;

const packed: Rule[] = [
  ...FUSE_NAMES.map(([name, safe]) =>
    one(
      'fuses',
      FUSES,
      `fuse ${name}`,
      `[FuseV1Options.${name}]: ${safe}`,
      `[FuseV1Options.${name}]: ${!safe}`,
    ),
  ),
  one(
    'fuses',
    FUSES,
    'every fuse is decided',
    'strictlyRequireAllFuses: true',
    'strictlyRequireAllFuses: false',
  ),
  one(
    'fuses',
    FUSES,
    'the archive is checked on macOS',
    "platform === 'darwin' || platform === 'win32',",
    "platform === 'win32',",
  ),
  one(
    'fuses',
    FUSES,
    'the archive is checked on Windows',
    "platform === 'darwin' || platform === 'win32',",
    "platform === 'darwin',",
  ),
];

const POLICY = 'electron/core/policy.ts';
const POLICY_FILE = 'electron/shell/policyFile.ts';

const policed: Rule[] = [
  one(
    'policies',
    POLICY_FILE,
    'a policy that can’t be read is not absent',
    "if (code === 'ENOENT' || code === 'ENOTDIR') return",
    'if (code !== null) return',
  ),
  one(
    'policies',
    POLICY,
    'a broken policy allows no server',
    'servers: [], localWorkspace: false',
    'servers: null, localWorkspace: false',
  ),
  one(
    'policies',
    POLICY,
    'a broken policy allows no export',
    'localWorkspace: false, exports: []',
    'localWorkspace: false, exports: null',
  ),
  one(
    'policies',
    POLICY,
    'a broken policy allows no updates',
    "exports: [], updates: 'forbidden'",
    "exports: [], updates: 'notSet'",
  ),
  one(
    'policies',
    POLICY,
    'a feed of updates is asked over https alone',
    "if (protocol !== 'https:' || username",
    'if (username',
  ),
  one(
    'policies',
    'electron/shell/updater.ts',
    'no update on Windows without a publisher to compare',
    "platform === 'win32' && !namesPublisher(resources) ? 'unsigned' : null",
    'null',
  ),
  one(
    'policies',
    'electron/shell/updater.ts',
    'no older version is installed',
    'updater.allowDowngrade = false;',
    'updater.allowDowngrade = true;',
  ),
  one(
    'policies',
    'electron/shell/updater.ts',
    'nothing is fetched by itself',
    'updater.autoDownload = false;',
    'updater.autoDownload = true;',
  ),
  one(
    'policies',
    POLICY,
    'rules that nobody knows are no policy',
    'policySchema = z.strictObject({',
    'policySchema = z.object({',
  ),
  one(
    'policies',
    POLICY,
    'the network keeps to the policy',
    'if (isAllowed(request.url))',
    'if (true)',
  ),
  one(
    'policies',
    POLICY,
    'an allowed path ends where it ends',
    "prefix.endsWith('/') ? prefix : `${prefix}/`",
    'prefix',
  ),
  one('policies', POLICY, 'an allowed server is its origin', 'origin === its &&', ''),
  one(
    'policies',
    POLICY,
    'where no file may leave none does',
    '...(exports?.length === 0 ? { files } : {}),',
    '',
  ),
  one(
    'policies',
    POLICY,
    'the local workspace keeps to the policy',
    'if (!localWorkspace) return REFUSED_LOCAL;',
    '',
  ),
  one(
    'policies',
    POLICY,
    'a sign-in elsewhere is refused',
    'return REFUSED_SERVER;',
    'return handler(input);',
  ),
  one(
    'policies',
    POLICY,
    'calls that export keep to the policy',
    '...(Object.fromEntries(forbidden) as Partial<Handlers>),',
    '',
  ),
  one('main', MAIN, 'the policy is read', '...{ connectivity, policy },', '...{ connectivity },'),
];

export const processRules: readonly Rule[] = [
  ...starting,
  ...noted,
  ...headless,
  ...packed,
  ...policed,
];
