import { one } from './rule.ts';
import type { Rule } from './rule.ts';

/** What the core looks at before it believes: calls, files, tiles, tables, scripts of proxies, updates. */

const DISPATCH = 'electron/core/dispatch.ts';
const SIZE = 'electron/core/inputSize.ts';
const FETCH = 'electron/core/ground/fetchTile.ts';
const UNPACK = 'electron/core/ground/archive/unpack.ts';
const TEMPLATE = 'electron/core/ground/template.ts';
const TABLE = 'electron/core/answers/queue/readTable.ts';
const ZIP = 'electron/core/zip.ts';
const TRANSFER = 'electron/core/outbox/model/transfer.ts';
const PACK = 'electron/core/packs/file/read.ts';
const ELSEWHERE = 'electron/core/attachments/elsewhere.ts';
const LINKS = 'shared/rules/answerFiles.ts';
const PUBLIC = 'electron/core/adapters/publicOnly.ts';
const UPDATER = 'electron/shell/updater.ts';
const UPDATES = 'electron/shell/updates.ts';

const called: Rule[] = [
  one(
    'calls',
    DISPATCH,
    'calls: names of the contract alone',
    'Object.hasOwn(contract, name)',
    'name in contract',
  ),
  one('calls', DISPATCH, 'calls: inputs of the contract', '!parsed.success', 'false'),
  one(
    'calls',
    DISPATCH,
    'calls: a size',
    'isLargerThan(input, row.mostBytes ?? MOST_INPUT_BYTES)',
    'false',
  ),
  one(
    'calls',
    DISPATCH,
    'calls: for the account that was meant',
    'open !== null && open !== account',
    'false',
  ),
  one('calls', DISPATCH, 'calls: answers of the contract', 'if (output.success)', 'if (true)'),
  one(
    'calls',
    DISPATCH,
    'calls: what throws is data',
    'error: cause.error } : bug(name, cause);',
    'error: cause.error } : Promise.reject(cause as Error);',
  ),
  one('sizes', SIZE, 'sizes: of texts', 'bytes += next.length;', ';'),
  one('sizes', SIZE, 'sizes: of views', 'ArrayBuffer.isView(next)', 'next === open'),
  one('sizes', SIZE, 'sizes: of buffers', 'next instanceof ArrayBuffer', 'next === open'),
  one(
    'sizes',
    SIZE,
    'sizes: of what is in lists',
    'for (const item of next) open.push(item);',
    ';',
  ),
  one('sizes', SIZE, 'sizes: of names', 'bytes += key.length;', ''),
  one('sizes', SIZE, 'sizes: of what has a name', '        open.push(item);\n', ''),
];

const drawn: Rule[] = [
  one('tiles', FETCH, 'tiles: of another server', ' || !sameOrigin(next, url)', ''),
  one('tiles', FETCH, 'tiles: in circles', 'hop <= MOST_REDIRECTS', 'hop >= 0'),
  one(
    'tiles',
    FETCH,
    'tiles: looked at',
    '(bytes.byteLength > 0 && tileContent(bytes, tiles) === null)',
    'false',
  ),
  one('tiles', FETCH, 'tiles: a size', 'maxBytes: MOST_BYTES', 'maxBytes: 2 ** 40'),
  one('tiles', UNPACK, 'tiles: a size unpacked', '{ maxOutputLength: mostBytes }', '{}'),
  one('tiles', UNPACK, 'tiles: a size of plain ones', 'bytes.byteLength <= mostBytes', 'true'),
  one(
    'tiles',
    TEMPLATE,
    'servers of tiles: no name of a user',
    "url.username !== '' || url.password !== ''",
    'false',
  ),
  one(
    'tiles',
    TEMPLATE,
    'servers of tiles: over https',
    "url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))",
    'false',
  ),
  one(
    'tiles',
    TEMPLATE,
    'servers of tiles: not this computer',
    '!local && isOwn(url.hostname)',
    'false',
  ),
  one(
    'tiles',
    TEMPLATE,
    'servers of tiles: one server',
    '!URL.canParse(another) || new URL(another).host !== url.host',
    'false',
  ),
];

const read: Rule[] = [
  one('tables', TABLE, 'tables: columns', 'if (columns >= MOST_COLUMNS) return false;', ''),
  one('tables', TABLE, 'tables: cells', 'cells <= MOST_CELLS', 'true'),
  one('tables', TABLE, 'tables: rows', 'if (data.length > MOST_ROWS) return TOO_LARGE;', ''),
  one(
    'tables',
    TABLE,
    'tables: unpacked',
    'if (!(await unpacksSmall(copy))) return TOO_LARGE;',
    '',
  ),
  one(
    'unpacked',
    ZIP,
    'imports: how many parts',
    "if (seen > MOST_ENTRIES) return 'tooLarge';",
    '',
  ),
  one('unpacked', ZIP, 'imports: checksums', 'checkCrc32: true', 'checkCrc32: false'),
  {
    check: 'unpacked',
    rule: 'imports: a size, whatever a file says of itself',
    edits: [
      {
        file: ZIP,
        text: "if (entry.uncompressedSize > mostBytes) return { ok: false, why: 'tooLarge' };",
        becomes: '',
      },
      {
        file: ZIP,
        text: "if (size > mostBytes) throw new RangeError('larger than it says');",
        becomes: '',
      },
    ],
  },
  one('unpacked', TRANSFER, 'imports: held', "hold: 'imported'", 'hold: null'),
  one('unpacked', TRANSFER, 'imports: looked for first', "state: 'UNCERTAIN'", "state: 'QUEUED'"),
  one(
    'packFiles',
    'electron/core/packs/file/check.ts',
    'packs: of another account',
    'if (!isOfTenant(about, identity)) return REFUSED.otherAccount;',
    '',
  ),
  one(
    'packFiles',
    'electron/core/packs/file/check.ts',
    'packs: of another service',
    'isOfTenant(about, identity)',
    'isOfTenant({ ...about, service: identity.service }, identity)',
  ),
  one(
    'packFiles',
    'electron/core/packs/file/check.ts',
    'packs: of another company',
    'isOfTenant(about, identity)',
    'isOfTenant({ ...about, tenant: identity.tenant }, identity)',
  ),
  one(
    'packFiles',
    'electron/core/packs/file/check.ts',
    'packs: records are looked at',
    "if (root?.kind !== 'object') throw new RefusedFile('damaged');",
    '',
  ),
  one('packFiles', PACK, 'packs: no part too many', 'named.size !== entries.size || ', ''),
  one('packFiles', PACK, 'packs: lines of a form', '!parsed.success || seen', 'seen'),
  one(
    'packFiles',
    PACK,
    'packs: lines that end',
    "if (size > 0) throw new RefusedFile('damaged');",
    '',
  ),
];

const brought: Rule[] = [
  one(
    'scripts',
    'electron/shell/systemProxy.ts',
    'proxies of the system: host and port alone',
    'PLACE.test(place) && ',
    '',
  ),
  one(
    'updates',
    UPDATER,
    'updates: none by quitting',
    'autoInstallOnAppQuit = false',
    'autoInstallOnAppQuit = true',
  ),
  one(
    'updates',
    UPDATER,
    'updates: released ones alone',
    'allowPrerelease = false',
    'allowPrerelease = true',
  ),
  one(
    'updates',
    UPDATER,
    'updates: the installer as a whole',
    'disableWebInstaller = true',
    'disableWebInstaller = false',
  ),
  one(
    'updates',
    UPDATER,
    'updates: no number of the computer',
    "updater.requestHeaders = { 'x-user-staging-id': '00000000-0000-4000-8000-000000000000' };",
    '',
  ),
  one(
    'updates',
    UPDATER,
    'updates: a signature that is not found right is none',
    'updater.verifyUpdateCodeSignature = signedBy(askWindows);',
    '',
  ),
  one(
    'updates',
    UPDATES,
    'updates: newer ones alone',
    ' || !isNewer(offered.version, running)',
    '',
  ),
  one('updates', UPDATES, 'updates: released versions', '(\\d{1,9})$/;', '(\\d{1,9})/;'),
  one(
    'updates',
    UPDATES,
    'updates: no write on its way',
    'if (count === 0) {',
    'if (count !== null) {',
  ),
  one('updates', UPDATES, 'updates: nothing more leaves', 'hold(true);', ''),
  one(
    'updates',
    UPDATES,
    'updates: none that nobody asked for',
    'leaving ? fetched() : null',
    'fetched()',
  ),
];

const named: Rule[] = [
  one('elsewhere', ELSEWHERE, 'elsewhere: in public alone', ', publicOnly: true', ''),
  one('elsewhere', ELSEWHERE, 'elsewhere: not of another server', ' || !sameOrigin(next, url)', ''),
  one(
    'elsewhere',
    ELSEWHERE,
    'elsewhere: allowed servers',
    'if (!mayAsk(ports.policy, url.href)) return REFUSED_SERVER;',
    '',
  ),
  one(
    'elsewhere',
    ELSEWHERE,
    'elsewhere: not under Work offline',
    'if (!isOnline()) return workOffline(SAFE);',
    '',
  ),
  one(
    'elsewhere',
    ELSEWHERE,
    'elsewhere: a size',
    'maxBytes: MOST_FILE_BYTES',
    'maxBytes: 2 ** 40',
  ),
  one('elsewhere', LINKS, 'elsewhere: over https', "url.protocol === 'https:' && ", ''),
  one('elsewhere', LINKS, 'elsewhere: no name of a user', "url.username !== '' || ", ''),
  one(
    'elsewhere',
    'electron/core/adapters/http.ts',
    'elsewhere: looked up before',
    'asked.publicOnly === true && (await leadsInside(',
    'false && (await leadsInside(',
  ),
  one(
    'elsewhere',
    PUBLIC,
    'elsewhere: looked up again',
    'name === host && found',
    '[].length > 0 && found',
  ),
  one('elsewhere', PUBLIC, 'elsewhere: not this computer', "['127.0.0.0', 8],", ''),
  one('elsewhere', PUBLIC, 'elsewhere: no private network', "['10.0.0.0', 8],", ''),
  one('elsewhere', PUBLIC, 'elsewhere: nothing local', "['169.254.0.0', 16],", ''),
  one(
    'elsewhere',
    PUBLIC,
    'elsewhere: nothing private of IPv6',
    "open6.check(address, 'ipv6') && ",
    '',
  ),
];

export const doorRules: readonly Rule[] = [...called, ...drawn, ...read, ...brought, ...named];
