/**
 * The import boundaries of the project, as one table. Each file belongs to the first zone whose
 * `files` match its path; whatever the zone does not list may not be imported.
 *
 * - `local` and `localTypes`: paths inside the project (the second only as `import type`); in their
 *   text, `$1` stands for what the first group of `files` matched
 * - `node`: whether Node's built-in modules may be used
 * - `packages`: `all` with the exceptions in `not`, or the list of those allowed
 */

/** @typedef {{ name: string, files: RegExp, local: RegExp, localTypes?: RegExp, node: boolean, packages: 'all' | readonly RegExp[], not?: readonly RegExp[], why: string }} Zone */

const electron = /^electron(\/|$)/;
/** zod's default build probes `eval`, which the content security policy reports as a violation. */
const wholeZod = /^zod($|\/(?!mini))/;

/**
 * The rooms of the desk, each with those below it that it may use. Features never use each other:
 * what two of them need lies in a room below.
 *
 * @returns {Zone[]}
 */
function rendererRooms() {
  const base = 'bridge\\.ts$|trusted\\/|routes\\.ts$|text(\\/|\\.)';
  /** @type {readonly [files: string, rooms: string][]} */
  const rooms = [
    ['text', 'text(\\/|\\.)'],
    // The policy of texts names the address of each worker, as it is built.
    ['trusted', 'trusted\\/|features\\/areas\\/files\\/worker\\.ts'],
    ['state', `${base}|state\\/`],
    ['ui', `${base}|state\\/|ui\\/`],
    ['map', `${base}|state\\/|ui\\/|map\\/`],
    ['records', `${base}|state\\/|ui\\/|records\\/`],
    ['answers', `${base}|state\\/|ui\\/|map\\/|answers\\/`],
    ['signIn', `${base}|state\\/|ui\\/|signIn\\/`],
    [
      'features\\/([^/]+)',
      `${base}|state\\/|ui\\/|map\\/|records\\/|answers\\/|signIn\\/|features\\/$1\\/`,
    ],
  ];
  return rooms.map(([files, below]) => ({
    name: `renderer: ${files}`,
    files: new RegExp(`^renderer\\/${files}\\/`),
    local: new RegExp(
      `^(renderer\\/(${below})|shared\\/rules\\/)|^shared\\/(result|model\\/entity)\\.ts$`,
    ),
    localTypes: /^shared\/model\//,
    node: false,
    packages: 'all',
    not: [electron, wholeZod],
    why: 'the desk is built in layers (text, state, ui; then map, records, answers, signIn; then features, which do not use each other)',
  }));
}

/**
 * The rooms of the core whose walls are as hard as those around it: the database knows no feature,
 * what is pure uses no thread, and what runs in the database's thread is known to the main thread
 * by its types only. Each with what it may use, and what of it the types alone.
 *
 * @type {readonly [folder: string, values: string, types: string, node: boolean, why: string][]}
 */
const CORE_ROOMS = [
  ['db', 'db/|ports', '', true, 'the engine of the database knows none of its users'],
  [
    'outbox/model',
    'outbox/model/|address|identity|html',
    'api/types|who',
    false,
    'the model of the outbox is pure: it asks neither disk nor network',
  ],
  [
    'mirror',
    'mirror/|db/|(outbox|review)/model/|api/(largeReply|thinPoints)',
    '',
    false,
    'the mirror runs in the thread of the database and knows of the outbox what is pure',
  ],
  [
    'outbox/store',
    'outbox/(store|model)/|mirror/|db/|backoff',
    'identity',
    false,
    'the store of the outbox runs in the thread of the database',
  ],
  [
    'answers/model',
    'answers/model/',
    '',
    false,
    'which answers somebody means is told by texts and records alone',
  ],
  [
    'answers/store',
    'answers/(store|model)/|review/model/|mirror/|db/',
    '',
    false,
    'the list of answers and what is wanted of them runs in the thread of the database',
  ],
  [
    'answers/queue',
    'answers/(queue|model)/|backoff|refusals',
    'answers/|attachments/|sync/sync|account|database',
    true,
    'fetching runs in the main thread and asks the database by the names of its statements',
  ],
  [
    'review/model',
    'review/model/',
    '',
    false,
    'what reviews come to is told by their events alone',
  ],
  [
    'review/store',
    'review/(store|model)/|db/',
    '',
    false,
    'reviews are kept in the thread of the database',
  ],
  [
    'review/queue',
    'review/(queue|model)/|address|fileName|timeZone|workbook',
    'review/|account|database|ports',
    true,
    'files of reviews are made in the main thread',
  ],
  [
    'recovery',
    'recovery/|outbox/(store|model)/|mirror/|db/',
    '',
    true,
    'recovery runs in the thread of the database, before anything else does',
  ],
  [
    'outbox/queue',
    'outbox/(queue/|model/|outbox)|api/|sync/plan|who|backoff|fileName|zip|db/refusal',
    'outbox/store/|account|database|ports',
    true,
    'the queue runs in the main thread and asks the database by the names of its statements',
  ],
  [
    'sync',
    'sync/|api/|who|backoff|inTurn|db/(handles|refusal)',
    'mirror/|db/types|account|ports',
    true,
    'scans run in the main thread and ask the database by the names of its statements',
  ],
];

/** @returns {Zone[]} */
function coreRooms() {
  const core = (/** @type {string} */ rooms) =>
    new RegExp(`^shared/|^electron/core/(${rooms})`.replaceAll('/', '\\/'));
  return CORE_ROOMS.map(([folder, values, types, node, why]) => ({
    name: `core: ${folder}`,
    files: new RegExp(`^electron/core/${folder}/`),
    local: core(values),
    ...(types === '' ? {} : { localTypes: core(types) }),
    node,
    packages: 'all',
    not: [electron],
    why,
  }));
}

/** @type {readonly Zone[]} */
export const zones = [
  {
    name: 'shared',
    files: /^shared\//,
    local: /^shared\//,
    node: false,
    packages: [/^zod\/mini$/],
    why: 'shared/ runs on both sides: it imports only itself and zod/mini',
  },
  ...coreRooms(),
  {
    name: 'core',
    files: /^electron\/core\//,
    local: /^(shared|electron\/core)\//,
    node: true,
    packages: 'all',
    not: [electron],
    why: 'the core runs without Electron and meets the service only through shared/ and HTTP',
  },
  {
    name: 'service',
    files: /^electron\/service\//,
    local: /^(shared|electron\/service)\//,
    node: true,
    packages: 'all',
    not: [electron],
    why: 'the embedded service stands in for a foreign one: it knows nothing of the core or of Electron',
  },
  {
    name: 'shell',
    files: /^electron\/shell\//,
    local: /^(shared|electron\/(core|shell))\//,
    node: true,
    packages: 'all',
    why: 'the shell wraps the operating system around the core',
  },
  {
    name: 'preload',
    files: /^electron\/preload\.ts$/,
    local: /^shared\//,
    node: false,
    packages: [electron],
    why: 'the preload script is two fixed channels and is bundled alone',
  },
  {
    name: 'main',
    files: /^electron\/main\.ts$/,
    local: /^(shared|electron)\//,
    node: true,
    packages: 'all',
    why: 'main.ts composes core, service and shell',
  },
  {
    name: 'host',
    files: /^electron\//,
    local: /^(shared|electron)\//,
    node: true,
    packages: 'all',
    not: [electron],
    why: 'the headless host runs on plain Node, where importing Electron would start a download',
  },
  {
    name: 'bridge',
    files: /^renderer\/bridge\.ts$/,
    local: /^(renderer|shared\/rules)\/|^shared\/(result|model\/entity)\.ts$/,
    localTypes: /^shared\//,
    node: false,
    packages: 'all',
    not: [electron, wholeZod],
    why: 'bridge.ts takes only types from the contract',
  },
  ...rendererRooms(),
  {
    name: 'renderer',
    files: /^renderer\//,
    local: /^(renderer|shared\/rules)\/|^shared\/(result|model\/entity)\.ts$/,
    localTypes: /^shared\/model\//,
    node: false,
    packages: 'all',
    not: [electron, wholeZod],
    why: 'the renderer knows the contract only as types, through renderer/bridge.ts',
  },
];
