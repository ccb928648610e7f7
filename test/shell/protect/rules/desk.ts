import { one, turned } from './rule.ts';
import type { Rule } from './rule.ts';

/** What confines the desk: its window, its policy, where it may lead, and who is heard. */

const WINDOW = 'electron/shell/window.ts';
const PROTOCOL = 'electron/shell/protocol.ts';
const NAVIGATION = 'electron/shell/navigation.ts';
const BIND = 'electron/shell/bind.ts';

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
const NAMES = 'trusted-types default svelte-trusted-html';
const TRUSTED = 'renderer/trusted/rules.ts';
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
  one(
    'policy',
    PROTOCOL,
    'policy without Trusted Types',
    `  "require-trusted-types-for 'script'",\n`,
    '',
  ),
  one('policy', PROTOCOL, 'policy with rules of any name', `  '${NAMES}',\n`, ''),
  one('policy', PROTOCOL, 'policy with rules of one more name', NAMES, `${NAMES} more`),
  one('policy', PROTOCOL, 'policy with a name twice', NAMES, `${NAMES} 'allow-duplicates'`),
  one(
    'trusted',
    TRUSTED,
    'texts: the exact addresses of workers',
    'workers.includes(address) ? address : null',
    'workers.some((one) => address.startsWith(one)) ? address : null',
  ),
  one(
    'trusted',
    TRUSTED,
    'texts: markup has no rule',
    'return { createScriptURL:',
    'return { createHTML: (text) => text, createScriptURL:',
  ),
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

const LINKS = 'electron/shell/deepLinks.ts';
const followed: Rule[] = [
  one('deepLinks', LINKS, 'deep links: nothing before', '/^waybill:', '/waybill:'),
  one('deepLinks', LINKS, 'deep links: nothing behind', '\\/?$/;', '\\/?/;'),
  one('deepLinks', LINKS, 'deep links: characters', '[A-Za-z0-9_~-]{1,200}', '.{1,200}'),
  one(
    'deepLinks',
    LINKS,
    'deep links: exact list of pages',
    '!isPage(page) || ',
    "page === '' || ",
  ),
  one('deepLinks', LINKS, 'deep links: not the first start', "new Set(['welcome'])", 'new Set([])'),
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
  one('bound', BIND, 'calls at once', 'if (count >= MOST_CALLS) return BUSY;', ''),
  one('bound', BIND, 'events reach no window that is gone', '!contents.isDestroyed() && ', ''),
  one('preload', 'electron/preload.ts', 'the bridge is frozen', 'Object.freeze(bridge)', 'bridge'),
  one(
    'preload',
    'electron/preload.ts',
    'a page names no path',
    "isObject(input) && 'path' in input ?",
    'file !== undefined ?',
  ),
  one(
    'preload',
    'electron/preload.ts',
    'the bridge hands on no event',
    '=> listener(event);',
    '=> (listener as (...all: unknown[]) => void)(event, _event);',
  ),
];

export const deskRules: readonly Rule[] = [
  ...windows,
  ...served,
  ...confined,
  ...followed,
  ...senders,
];
