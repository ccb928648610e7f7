import type { CheckName } from './checks.ts';

/** A change of one source text; it has to occur exactly once. */
export interface Edit {
  file: string;
  text: string;
  becomes: string;
}

/** One protective line, how it is taken out, and the check that has to notice. */
export interface Rule {
  rule: string;
  edits: readonly Edit[];
  check: CheckName;
}

const WINDOW = 'electron/shell/window.ts';
const PROTOCOL = 'electron/shell/protocol.ts';
const NAVIGATION = 'electron/shell/navigation.ts';
const BIND = 'electron/shell/bind.ts';
const MAIN = 'electron/main.ts';
const LIFE = 'electron/shell/life.ts';
const QUIT = 'electron/shell/quit.ts';
const SECRETS = 'electron/shell/secrets.ts';
const SERVER = 'electron/headless/server.ts';
const FUSES = 'build/fuses.mjs';

const one = (
  check: CheckName,
  file: string,
  rule: string,
  text: string,
  becomes: string,
): Rule => ({ rule, edits: [{ file, text, becomes }], check });

/** A value that is turned round: `true` becomes `false`, and the other way. */
const turned = (check: CheckName, file: string, rule: string, name: string, safe: boolean): Rule =>
  one(check, file, `${rule}: ${name}`, `${name}: ${safe}`, `${name}: ${!safe}`);

const ON = ['contextIsolation', 'sandbox', 'webSecurity', 'safeDialogs'];
const OFF = [
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'webviewTag',
  'navigateOnDragDrop',
  'spellcheck',
];

const windows: Rule[] = [
  ...ON.map((name) => turned('window', WINDOW, 'window preferences', name, true)),
  ...OFF.map((name) => turned('window', WINDOW, 'window preferences', name, false)),
  one('window', WINDOW, 'developer tools are off', 'devTools: !packaged', 'devTools: true'),
];

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];
const HEADER_NAMES = [
  "'content-security-policy': CONTENT_SECURITY_POLICY,",
  "'x-content-type-options': 'nosniff',",
  "'referrer-policy': 'no-referrer',",
  "'cross-origin-opener-policy': 'same-origin',",
  "'cross-origin-resource-policy': 'same-origin',",
];

const served: Rule[] = [
  ...DIRECTIVES.flatMap((directive) => [
    one('policy', PROTOCOL, `policy without ${directive}`, `  "${directive}",\n`, ''),
    one(
      'policy',
      PROTOCOL,
      `policy with more than ${directive}`,
      `${directive}"`,
      `${directive} https:"`,
    ),
  ]),
  ...HEADER_NAMES.map((text) => one('policy', PROTOCOL, `header ${text}`, text, '')),
  one(
    'served',
    PROTOCOL,
    'only GET and HEAD are answered',
    "request.method !== 'GET' && request.method !== 'HEAD'",
    'false',
  ),
  one('served', PROTOCOL, 'the scheme is the desk’s', 'url.protocol !== origin.protocol || ', ''),
  one('served', PROTOCOL, 'the host is the desk’s', 'url.host !== origin.host || ', ''),
  one('served', PROTOCOL, 'no user name is taken', "url.username !== ''", 'false'),
  one(
    'served',
    PROTOCOL,
    'paths are exact',
    "lookUp(url.pathname === '/' ? '/index.html' : url.pathname)",
    "lookUp(url.pathname === '/' ? '/index.html' : url.pathname) ?? lookUp(decodeURIComponent(url.pathname))",
  ),
];

const confined: Rule[] = [
  ...['will-navigate', 'will-redirect', 'will-frame-navigate'].map((name) =>
    one(
      'navigation',
      NAVIGATION,
      `${name} is confined`,
      `contents.on('${name}', (event) => {\n      if (!isOwnAddress(event.url)) event.preventDefault();\n    });`,
      '',
    ),
  ),
  one(
    'navigation',
    NAVIGATION,
    'web views are refused',
    "contents.on('will-attach-webview', (event) => event.preventDefault());",
    '',
  ),
  one('navigation', NAVIGATION, 'windows are refused', "action: 'deny'", "action: 'allow'"),
  one('address', NAVIGATION, 'own addresses: scheme', '`${APP_SCHEME}:` &&', '`${APP_SCHEME}:` ||'),
  one('address', NAVIGATION, 'own addresses: host', 'url.hostname === APP_HOST &&', ''),
  one(
    'address',
    NAVIGATION,
    'own addresses: port',
    "url.hostname === APP_HOST &&\n    url.port === '' &&",
    'url.hostname === APP_HOST &&',
  ),
  one(
    'address',
    NAVIGATION,
    'own addresses: user name',
    "url.username === '' &&\n    url.password === ''\n",
    "url.password === ''\n",
  ),
  one(
    'address',
    NAVIGATION,
    'own addresses: password',
    "url.username === '' &&\n    url.password === ''\n",
    "url.username === ''\n",
  ),
  one(
    'links',
    NAVIGATION,
    'links: port',
    "url.protocol === 'https:' &&\n    url.port === '' &&",
    "url.protocol === 'https:' &&",
  ),
  one(
    'links',
    NAVIGATION,
    'links: user name',
    "url.username === '' &&\n    url.password === '' &&\n    EXTERNAL",
    "url.password === '' &&\n    EXTERNAL",
  ),
  one(
    'links',
    NAVIGATION,
    'links: password',
    "url.username === '' &&\n    url.password === '' &&\n    EXTERNAL",
    "url.username === '' &&\n    EXTERNAL",
  ),
  one('links', NAVIGATION, 'links: scheme', "url.protocol === 'https:' &&", ''),
  one(
    'links',
    NAVIGATION,
    'links: exact list',
    'EXTERNAL_HOSTS.has(url.hostname)',
    '[...EXTERNAL_HOSTS].some((host) => url.hostname.includes(host))',
  ),
  one(
    'permissions',
    NAVIGATION,
    'permissions: requests',
    'answer(GRANTED.has(permission) && isOwnAddress(details.requestingUrl)),',
    'answer(isOwnAddress(details.requestingUrl)),',
  ),
  one(
    'permissions',
    NAVIGATION,
    'permissions: who requests',
    'answer(GRANTED.has(permission) && isOwnAddress(details.requestingUrl)),',
    'answer(GRANTED.has(permission)),',
  ),
  one(
    'permissions',
    NAVIGATION,
    'permissions: checks',
    '(_contents, permission, origin) => GRANTED.has(permission) && isOwnAddress(origin),',
    '(_contents, permission, origin) => isOwnAddress(origin),',
  ),
  one(
    'permissions',
    NAVIGATION,
    'permissions: who is checked',
    '(_contents, permission, origin) => GRANTED.has(permission) && isOwnAddress(origin),',
    '(_contents, permission) => GRANTED.has(permission),',
  ),
  one(
    'permissions',
    NAVIGATION,
    'permissions: one more granted',
    "new Set(['clipboard-sanitized-write'])",
    "new Set(['clipboard-sanitized-write', 'nfc'])",
  ),
  one('permissions', NAVIGATION, 'devices', 'session.setDevicePermissionHandler(() => false);', ''),
  one(
    'permissions',
    NAVIGATION,
    'pictures of the screen: handler',
    'session.setDisplayMediaRequestHandler((_request, answer) => answer(null));',
    '',
  ),
  one('permissions', NAVIGATION, 'pictures of the screen: refusal', 'answer(null)', 'answer({})'),
  one(
    'downloads',
    NAVIGATION,
    'downloads',
    'if (item.getURL() !== DIAGNOSIS_ADDRESS) event.preventDefault();',
    '',
  ),
];

const senders: Rule[] = [
  one(
    'sender',
    BIND,
    'sender: a frame that is gone',
    'frame !== null &&',
    'frame !== undefined &&',
  ),
  one('sender', BIND, 'sender: detached', '!frame.detached &&', ''),
  one('sender', BIND, 'sender: main frame', 'frame === event.sender.mainFrame &&', ''),
  one('sender', BIND, 'sender: own window', 'windows.has(event.sender) &&', ''),
  one('sender', BIND, 'sender: own address', 'isOwnAddress(frame.url)', 'true'),
  one('bound', BIND, 'calls of strangers are refused', '!isTrustedSender(event, windows) || ', ''),
  one('bound', BIND, 'events reach no window that is gone', '!contents.isDestroyed() && ', ''),
  one('preload', 'electron/preload.ts', 'the bridge is frozen', 'Object.freeze(bridge)', 'bridge'),
  one(
    'preload',
    'electron/preload.ts',
    'the bridge hands on no event',
    '=> listener(event);',
    '=> (listener as (...all: unknown[]) => void)(event, _event);',
  ),
];

const starting: Rule[] = [
  one('main', MAIN, 'the sandbox is on', 'app.enableSandbox();', ''),
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
  one(
    'life',
    LIFE,
    'a loop ends',
    "if (!deaths.inALoop('desk', 'load', 'preload')) return openDesk();",
    'return openDesk();',
  ),
  one('life', LIFE, 'the person is told', 'life.tell(webContents, DESK_RESTARTED)', 'void 0'),
  one(
    'quit',
    QUIT,
    'what waits is asked about',
    'if (waiting?.ok !== true || waiting.value.total === 0) return true;',
    'return true;',
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

const kept: Rule[] = [
  one(
    'secrets',
    SECRETS,
    'a removed account leaves no entry',
    'open.deletePassword(SERVICE, accountId)',
    'Promise.resolve(true)',
  ),
  one(
    'secrets',
    SECRETS,
    'what was signed out stays so',
    'if (owed.get(accountId) === null) return null;',
    '',
  ),
  one('secrets', SECRETS, 'a keychain that refuses is said', 'locked = true;', ''),
  one(
    'certificates',
    'electron/core/adapters/http.ts',
    'certificates of the system',
    "for (const certificate of tls.getCACertificates('system')) known.add(certificate);",
    '',
  ),
  one(
    'https',
    'electron/core/adapters/http.ts',
    'https alone leaves this computer',
    'isLoopback(url.hostname)) return null',
    'url.hostname) return null',
  ),
];

const headless: Rule[] = [
  one(
    'headless',
    SERVER,
    'the headless door is on the loopback',
    "server.listen(port, '127.0.0.1', resolve);",
    "server.listen(port, '0.0.0.0', resolve);",
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

/** Every protective line of the shell, by the rows of docs/security.md. */
export const rules: readonly Rule[] = [
  ...windows,
  ...served,
  ...confined,
  ...senders,
  ...starting,
  ...kept,
  ...headless,
  ...packed,
];
