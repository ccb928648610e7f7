import { one } from './rule.ts';
import type { Rule } from './rule.ts';

/** What the core keeps to: secrets, the network, files, accounts and threads. */

const EXCHANGE = 'electron/core/api/exchange.ts';
const GROUND = 'electron/core/ground/createGround.ts';
const HTTP = 'electron/core/adapters/http.ts';
const TRANSFER = 'electron/core/outbox/model/transfer.ts';
const CSV = 'shared/rules/csv.ts';
const SERVICE = 'electron/service/createService.ts';
const HTTP_LAYER = 'electron/service/httpLayer.ts';
const REMOVAL = 'electron/core/session/removeAccount.ts';
const REOPEN = 'electron/core/session/reopen.ts';

const wire: Rule[] = [
  one('echoes', EXCHANGE, 'echoes: headers', '[key, redactor.text(value)]', '[key, value]'),
  one(
    'echoes',
    EXCHANGE,
    'echoes: errors',
    "await redactor.body(body.subarray(0, ERROR_BYTES), 'messages')",
    'body',
  ),
  one('echoes', EXCHANGE, 'echoes: files', 'await redactor.overwrite(body)', 'body'),
  one('echoes', EXCHANGE, 'echoes: data', "await redactor.body(body, 'data')", 'body'),
  one(
    'echoes',
    EXCHANGE,
    'echoes: where a redirect leads',
    "to: redactor.text(next === null ? 'nowhere' : next.host || next.protocol)",
    "to: next === null ? 'nowhere' : next.host || next.protocol",
  ),
  one(
    'redirects',
    EXCHANGE,
    'redirects: to another origin',
    'sameOrigin(next, new URL(url)) &&',
    '',
  ),
  one('redirects', EXCHANGE, 'redirects: of a write', 'reading && next !== null', 'next !== null'),
  one('redirects', EXCHANGE, 'redirects: in circles', ' && hops < MAX_REDIRECTS', ''),
  one(
    'redirects',
    EXCHANGE,
    'files of answers: the service’s own alone',
    "if (!isOfService(options.at, baseUrl)) return { is: 'refused', error: FOREIGN.error };",
    '',
  ),
  one(
    'proxies',
    HTTP,
    'proxies of the environment',
    'way === null ? { ...env } : ',
    'way === null ? {} : ',
  ),
  one('proxies', HTTP, 'proxies of the system', '(await ofSystem?.wayTo(origin)) ?? null', 'null'),
  one(
    'proxies',
    HTTP,
    'proxies of the system learn no path',
    '{ protocol, hostname, origin }: URL',
    '{ protocol, hostname, href: origin }: URL',
  ),
  one(
    'proxies',
    HTTP,
    'proxies of the system: not for this computer',
    "protocol === 'http:' || isLoopback(hostname) ? null : ",
    '',
  ),
  one(
    'proxies',
    HTTP,
    'proxies of the environment: not for this computer',
    'const own = isLoopback(url.hostname);',
    'const own = false;',
  ),
];

const servers: Rule[] = [
  one(
    'servers',
    'electron/core/ownServers.ts',
    'servers: those of the account alone',
    'if (allowed.some((address) => isAt(request.url, address)))',
    'if (allowed.length > 0)',
  ),
  one(
    'servers',
    'electron/core/ownServers.ts',
    'servers: compared part by part',
    'sameOrigin(new URL(url), new URL(address))',
    'new URL(url).hostname === new URL(address).hostname',
  ),
  one('servers', GROUND, 'servers: of maps', 'ports: { ...ports, http },', 'ports,'),
  one(
    'servers',
    GROUND,
    'servers: of maps that were chosen',
    '.filter(({ id }) => wanted.has(id))',
    '',
  ),
];

const leaving: Rule[] = [
  one('formulas', CSV, 'cells: made plain', 'quoted(plainCell(cell))', 'quoted(cell)'),
  one('formulas', CSV, 'cells: signs', '[=+\\-@', '[='),
  one('formulas', CSV, 'cells: tabs and line ends', '|^[\\t\\r\\n]/u', '/u'),
  one('formulas', CSV, 'cells: spaces before a sign', '/^[\\s\\u0000]*[', '/^['),
  one(
    'formulas',
    'electron/core/workbook.ts',
    'cells of a workbook are texts',
    "{ type: String, value, wrap: value.includes('\\n') } as const",
    "{ type: (value.startsWith('=') ? 'Formula' : String) as typeof String, value } as const",
  ),
];

const entering: Rule[] = [
  one(
    'imports',
    TRANSFER,
    'imports: of another account',
    "if (!ids.includes(mine.id)) return refused('transfer.otherIdentity', difference(theirs, mine));",
    '',
  ),
  one(
    'imports',
    TRANSFER,
    'imports: an id that is not the account’s',
    'identityOf(theirs.workspace, theirs.service, theirs).id !== theirs.id',
    'false',
  ),
];

const embedded: Rule[] = [
  one(
    'service',
    SERVICE,
    'the service: on the loopback',
    "LOOPBACK = '127.0.0.1'",
    "LOOPBACK = '::'",
  ),
  one(
    'service',
    SERVICE,
    'the service: bound to it',
    'app.listen({ host: LOOPBACK, port })',
    "app.listen({ host: '0.0.0.0', port })",
  ),
  one(
    'service',
    HTTP_LAYER,
    'the service: its host',
    "LOOPBACK_HOST.test(request.headers.host ?? '')",
    "LOOPBACK_HOST.test(request.headers.host ?? '') || true",
  ),
  one('service', HTTP_LAYER, 'the service: the end of its host', '(:\\d+)?$/i', '/i'),
  one(
    'service',
    'electron/service/credentials.ts',
    'the service: its own passwords',
    'password: newPassword()',
    "password: 'waybill'",
  ),
];

const accounts: Rule[] = [
  one('removal', REMOVAL, 'removal: the token', 'await ports.secrets.remove(accountId);', ''),
  one(
    'removal',
    REMOVAL,
    'removal: the files',
    'await rm(away, { recursive: true, force: true, maxRetries: 3 });',
    '',
  ),
  one(
    'removal',
    'electron/core/session/cutOffRemovals.ts',
    'removal: what one that was cut off left',
    'deleted = (await deleteAway(ports, away)) || deleted;',
    '',
  ),
  one(
    'removal',
    REMOVAL,
    'removal: the service',
    'gone = listed.ok && takesOne ? await',
    'gone = listed.ok && saved.waiting < 0 ? await',
  ),
  one(
    'removal',
    REMOVAL,
    'removal: what waits is confirmed',
    'await keepAside(session, saved, confirmed)',
    'ok({ setAsideAs: null, reviewsAs: [], leftAs: null } as LeftBehind | "unreadable")',
  ),
  one(
    'revival',
    REOPEN,
    'a dead thread: of this account',
    'broken?.identity.id !== accountId',
    'broken === null',
  ),
  one(
    'revival',
    REOPEN,
    'a dead thread: started anew',
    'const opened = await open(accountId, false);',
    'const opened = DIED_AGAIN as unknown as Result<OpenAccount>;',
  ),
  one('revival', REOPEN, 'a dead thread: a loop ends', 'MOST_DEATHS = 3', 'MOST_DEATHS = 300'),
  one(
    'revival',
    REOPEN,
    'a dead thread: the person is told',
    'if (first) tellRevived(session);',
    '',
  ),
  one(
    'revival',
    REOPEN,
    'a dead thread: told once',
    'if (first) tellRevived(session);',
    'tellRevived(session);',
  ),
  one(
    'revival',
    REOPEN,
    'a dead thread: now and then is no loop',
    'Math.abs(now - at) < AGAIN_MS',
    'at <= now',
  ),
];

export const coreRules: readonly Rule[] = [
  ...wire,
  ...servers,
  ...leaving,
  ...entering,
  ...embedded,
  ...accounts,
];
