import { randomUUID } from 'node:crypto';
import { identityOf } from '../../../electron/core/identity.ts';
import { transferText, type TransferItem } from '../../../electron/core/outbox/model/transfer.ts';
import { packReviews } from '../../../electron/core/review/model/transfer.ts';
import { OWN_STATES } from '../../../shared/rules/reviewStates.ts';

/** Files and replies as they are when nothing is wrong with them. */

const SERVICE = 'https://fleet.example.com/api';
const AT = Date.UTC(2026, 2, 1);

export const IDENTITY = identityOf('remote', SERVICE, { tenant: '12', user: '7' });

const item = (seq: number, more: Partial<TransferItem>): TransferItem => ({
  id: randomUUID().replace(/^./, String(seq)),
  seq,
  ...{ payload_version: 1, endpoint: 'updateVehicle', entity: 'vehicle', target_id: '101' },
  ...{ also_entity: null, also_id: null, params: '{"vehicleId":"101"}' },
  ...{ patch: '{"defaultLabel":"Night reserve"}', before: '{"defaultLabel":"Reserve"}' },
  ...{ label: 'WB-014', state: 'QUEUED', attempts: 0, depends_on: '[]', watch: null },
  ...{ last_status: null, undoes: null, created_at: AT, updated_at: AT, sent_at: null },
  history: [{ at: AT, from: null, to: 'QUEUED', reason: 'made' }],
  ...more,
});

const driver: Partial<TransferItem> = {
  ...{ endpoint: 'setDriver', params: '{"vehicleId":"101","driverId":"55"}', patch: '{}' },
  ...{ before: '{}', also_entity: 'driver', also_id: '55' },
  watch: '{"seenBefore":["1"],"readBefore":null,"candidates":[]}',
};

export const TRANSFER = transferText({
  ...{ kind: 'copy', exportedAt: AT, identity: IDENTITY },
  items: [item(1, {}), item(2, driver)],
  idMap: [{ entity: 'area', temporaryId: `~new-${randomUUID()}`, id: '4001' }],
});

const linesOf = (...readings: object[]): string =>
  readings.map((reading) => `${JSON.stringify({ readAt: AT, ...reading })}\n`).join('');
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

/** The parts of a field pack by their names. */
export const PACK_PARTS: [string, string][] = [
  [
    'records.ndjson',
    linesOf(
      { entity: 'vehicle', text: '{"id":101,"regNo":"WB-014"}' },
      { entity: 'form', text: '{"id":7,"title":"Yard check","price":1.10}' },
    ),
  ],
  ['answers.ndjson', linesOf({ answer: '600001', text: '{"id":600001,"formId":7}' })],
  ['routes.ndjson', linesOf({ vehicle: '101', fromMs: AT, toMs: AT + 86_400_000, text: '[]' })],
  ['pdfs.ndjson', linesOf({ answer: '600001', bytes: base64('%PDF-1.7 made up') })],
  ['files.ndjson', linesOf({ path: '/files/1.pdf', bytes: base64('%PDF-1.7 made up') })],
  [
    'pack.json',
    JSON.stringify({
      ...{ waybill: 'pack', version: 1, service: SERVICE, tenant: '12', exportedAt: AT },
      wish: {
        ...{ name: 'Night yard', answers: ['600001'], withPdf: true, withFiles: true },
        ...{ lists: ['vehicle', 'form'], chosen: [], routes: null, regions: [] },
      },
      lines: { records: 2, answers: 1, routes: 1, pdfs: 1, files: 1 },
      maps: [],
    }),
  ],
];

export const REVIEWS = packReviews({
  ...{ service: SERVICE, tenant: '12', exportedAt: AT, by: 'A reviewer' },
  states: [...OWN_STATES],
  events: [
    { id: 'e1', answerId: '600001', at: AT, by: 'A', kind: 'state', value: 'ok', change: 'c1' },
    { id: 'e2', answerId: '600001', at: AT, by: 'A', kind: 'note', value: 'Look', change: 'c1' },
    {
      id: 'e3',
      answerId: '600002',
      at: AT,
      by: 'A',
      kind: 'later',
      value: '{"a":1}',
      change: 'c2',
    },
  ],
});

const VEHICLE =
  '{"id":101,"regNo":"WB-014","defaultLabel":"Reserve","customRef":9007199254740993,"rate":1.10,' +
  '"lastCoordinates":{"lat":52.1,"lng":5.2,"speed":31},"driver":{"id":55,"fullName":"A B"},' +
  '"__proto__":{"own":true},"caf\\u00e9":"spelled \\u0041s sent","lastLoggedAt":"2026-03-01T10:00:00Z"}';

/** Replies of endpoints, by name. */
export const REPLIES = {
  listVehicles: `{"data":[${VEHICLE},${VEHICLE.replace('101', '102')}],"total":2}`,
  getVehicle: `{"data":${VEHICLE}}`,
  listAreas:
    '{"result":{"areas":[{"id":4001,"name":"Yard","type":"circle","radius":60,"coordinates":[{"lat":52.1,"lng":5.1}]}],"count":1}}',
  getMe: '{"id":7,"email":"a@fleet.example.com","team":{"id":12,"name":"Team"}}',
} as const;

export const ERROR_BODIES = [
  '{"message":"The given data was invalid.","errors":{"regNo":["is taken"],"name":["is long","is odd"]}}',
  '{"error":{"message":"No"}}',
  '"plain"',
  '<html><title>502</title></html>',
  'Service unavailable',
];

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: '7', email: 'a@fleet.example.com', exp: AT / 1000 + 86_400, teamId: 12 };
export const TOKENS_OF_SESSIONS = [
  `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmVk`,
  `Authorization: Bearer ${part({ alg: 'none' })}.${part({ exp: 1e300 })}.`,
];
export const CLAIMS = JSON.stringify(claims);

export const PROFILES = [
  '{"paths":{"getVehicle":"/v2/vehicles/{vehicleId}"}}',
  '{"query":{"limit":"per_page"},"firstPage":0}',
  '{}',
];

export const CSV_FILES = [
  'Answer id,Vehicle\n600001,WB-014\n"600002, 600003","a ""b"""\n',
  'No;Note\r\n600001;=1+1\r\n\r\n600002;\tb\r\n',
  'https://fleet.example.com/digital-form/answer/600001/pdf\n600002\n',
  'not a text\0at all',
];

export const AREAS = [
  '{"type":"circle","radius":"60","coordinates":[{"lat":52.1,"lng":5.1}]}',
  '{"type":"polygon","coordinates":[{"lat":52.1,"lng":5.1},{"lat":52.1,"lng":5.2},{"lat":52.2,"lng":5.2}]}',
  '{"type":"rectangle","coordinates":[{"lat":52.1,"lng":5.1},{"lat":52.2,"lng":5.2}]}',
  '{"type":"polyline","radius":20,"coordinates":[{"lat":52.1,"lng":"5.1"},{"lat":52.2,"lng":5.3}]}',
];

export const PHOTOS = [
  '{"id":7,"values":{"photo":"https://fleet.example/api/files/7.jpg","text":"seen at 7"}}',
  '{"id":8,"values":[{"type":"photo","value":"https://cdn.example/a/8?v=1"}]}',
];
export const ANSWERS = [
  '{"id":600001,"formId":1,"createdAt":"2026-03-01T10:00:00Z","answers":[{"label":"Lights","value":"OK"},{"label":"Tyres","value":["Low",3]}],"vehicle":{"id":101,"regNo":"WB-014"},"customRef":9007199254740993}',
  '{"id":600002,"sections":[{"title":"A","questions":[{"key":"a","answer":{"lat":1,"lng":2}}]}]}',
];

export const MAP_OPTIONS = [
  '{"value":{"base":{"name":"Streets","url":"https://tiles.example.com/{z}/{x}/{y}.png","maxZoom":18,"attribution":"A"}}}',
  '{"value":[{"tiles":["https://{s}.tiles.example.com/{z}/{x}/{y}.pbf"],"type":"vector","minzoom":2}]}',
];
export const TEMPLATES = [
  'https://tiles.example.com/{z}/{x}/{y}{r}.png?key=a',
  'http://127.0.0.1:8080/{z}/{x}/{-y}.pbf',
];

export const LINKS = [
  'waybill://open/vehicles/101',
  'waybill://open/areas',
  'waybill://open/answers/600001/',
  '--data=/tmp/x',
  '--local',
];
