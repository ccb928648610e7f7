import path from 'node:path';
import fc from 'fast-check';
import type { EndpointName, WriteName } from '../../../shared/api/catalogue.ts';
import { endpoint } from '../../../shared/api/catalogue.ts';
import type { Result } from '../../../shared/result.ts';
import {
  areaBounds,
  areaFigures,
  areaGeoJson,
  areaShape,
} from '../../../shared/rules/areaShape.ts';
import { fileLinksElsewhere, fileLinksIn } from '../../../shared/rules/answerFiles.ts';
import { layoutAnswer } from '../../../shared/rules/formLayout.ts';
import { idsInText } from '../../../electron/core/answers/model/ids.ts';
import { readErrorBody, statusError } from '../../../electron/core/api/errors.ts';
import { outcomeOf } from '../../../electron/core/api/outcome.ts';
import { defaultProfile, parseProfile } from '../../../electron/core/api/profile.ts';
import { checkReply } from '../../../electron/core/api/reply.ts';
import { checkTemplate } from '../../../electron/core/ground/template.ts';
import { tenantMaps } from '../../../electron/core/ground/tenantMaps.ts';
import { personOfClaims } from '../../../electron/core/identity.ts';
import { claimsOf, readPastedToken } from '../../../electron/core/token.ts';
import { readArguments, readSecondInstance } from '../../../electron/shell/arguments.ts';
import { linkAmong } from '../../../electron/shell/deepLinks.ts';
import { fileAmong } from '../../../electron/shell/handed.ts';
import { mutatedBytes, mutatedJson, mutatedText } from './mutated.ts';
import * as samples from './samples.ts';

/** A parser of what comes from elsewhere, and what it is given. */
export interface Parser<T = never> {
  name: string;
  inputs: fc.Arbitrary<T>;
  /**
   * Whether it took the input in. Throws where it crashed, or where its answer is none that its
   * callers can do with.
   */
  read(input: T): boolean | Promise<boolean>;
  /** It runs in a thread of its own, which nobody waits on. */
  apart?: boolean;
}

export const parser = <T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  read: Parser<T>['read'],
): Parser => ({ name, inputs: inputs as fc.Arbitrary<never>, read });

/** Whether a result is one of success; an error has to say what is wrong. */
export function taken(result: Result<unknown>): boolean {
  if (result.ok) return true;
  const { kind, code, message } = result.error;
  if (kind === 'bug' || !/^[a-zA-Z]+\.[a-zA-Z]+$/.test(code) || message.trim() === '') {
    throw new Error(`An error that says nothing: ${JSON.stringify(result.error).slice(0, 300)}`);
  }
  return false;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOW = Date.UTC(2026, 2, 1);
const clock = { now: () => NOW, after: () => () => undefined };

const headers = fc.dictionary(
  fc.constantFrom('retry-after', 'content-type', 'x-request-id', 'content-length'),
  fc.oneof(
    fc.constantFrom('120', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1e9', 'application/json'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
);

const READ_SAMPLES = Object.entries(samples.REPLIES) as [EndpointName, string][];

const reply = fc.oneof(
  ...READ_SAMPLES.map(([name, text]) =>
    fc.record({
      name: fc.constant(name),
      body: fc.oneof(mutatedJson([text]).map(bytes), mutatedBytes([bytes(text)])),
    }),
  ),
);

const replies: Parser[] = [
  parser('reply of a read', reply, async ({ name, body }) =>
    taken(await checkReply(defaultProfile, name, { status: 200, headers: {}, body }, {})),
  ),
  parser(
    'reply of a write',
    fc.record({
      name: fc.constantFrom<WriteName>('updateVehicle', 'createArea', 'setDriver'),
      status: fc.constantFrom(200, 201, 204, 302, 400, 403, 409, 422, 429, 500, 503, 999),
      headers,
      body: mutatedBytes([...Object.values(samples.REPLIES), ...samples.ERROR_BODIES].map(bytes)),
    }),
    async ({ name, ...answer }) => {
      const params = { vehicleId: '101', driverId: '55' };
      const exchanged = { is: 'answer', reply: answer } as const;
      const outcome = await outcomeOf(defaultProfile, name, params, exchanged, clock);
      if (typeof outcome.is !== 'string') throw new Error('No outcome');
      return outcome.is === 'applied';
    },
  ),
  parser(
    'error of a service',
    fc.record({
      status: fc.integer({ min: 400, max: 599 }),
      headers,
      body: mutatedBytes(samples.ERROR_BODIES.map(bytes)),
    }),
    (answer) => {
      taken({ ok: false, error: statusError(endpoint('updateVehicle'), answer) });
      return readErrorBody(answer.body).text !== undefined;
    },
  ),
];

const signing: Parser[] = [
  parser(
    'token',
    fc.oneof(
      mutatedText(samples.TOKENS_OF_SESSIONS),
      mutatedJson([samples.CLAIMS]).map(
        (claims) => `e30.${Buffer.from(claims).toString('base64url')}.c2ln`,
      ),
    ),
    (token) => {
      const claims = claimsOf(token);
      personOfClaims(claims);
      taken(readPastedToken(token, NOW));
      return claims !== null;
    },
  ),
  parser('connection profile', mutatedJson(samples.PROFILES), (text) => taken(parseProfile(text))),
];

const fields: Parser[] = [
  parser('geometry of an area', mutatedJson(samples.AREAS), (text) => {
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      return false;
    }
    if (typeof record !== 'object' || record === null) return false;
    const shape = areaShape(record);
    if (shape === undefined) return false;
    const { surfaceM2, edgeM } = areaFigures(shape);
    areaBounds(shape);
    const drawn = JSON.stringify(areaGeoJson(shape));
    if (Number.isNaN(surfaceM2) || Number.isNaN(edgeM) || drawn.includes('null')) {
      throw new Error(`It can't be drawn: ${drawn.slice(0, 300)}`);
    }
    return true;
  }),
  parser('files beside an answer', mutatedJson(samples.PHOTOS), (text) => {
    const service = 'https://fleet.example';
    return fileLinksIn(text, service).length + fileLinksElsewhere(text, service).length > 0;
  }),
  parser('answer of a form', mutatedJson(samples.ANSWERS), (text) => {
    return layoutAnswer(text, null) !== null;
  }),
  parser('ids in a text', mutatedText(samples.CSV_FILES), (text) => {
    const { ids } = idsInText(text);
    if (ids.some((id) => id.length > 200)) throw new Error('An id that is no id');
    return ids.length > 0;
  }),
  parser('map options of a tenant', mutatedJson(samples.MAP_OPTIONS), (text) => {
    const maps = tenantMaps(text, false);
    if (maps.length > 10 || maps.some(({ template }) => !template.startsWith('https://'))) {
      throw new Error('A map that must not be asked');
    }
    return maps.length > 0;
  }),
  parser('address of tiles', mutatedText(samples.TEMPLATES), (text) =>
    taken(checkTemplate(text, true)),
  ),
];

const FILES = [
  ...['/srv/Night yard.waybill', 'here.WAYBILL', 'file:///srv/a%20b.waybill', '--data', '--local'],
  ...['waybill://open/a.waybill', 'https://evil.example/a.waybill', 'file:///%00.waybill', ''],
];

const argv = fc.array(mutatedText(samples.LINKS), { maxLength: 4 });

const outside: Parser[] = [
  parser('link that the system hands over', argv, (args) => {
    const link = linkAmong(['waybill', ...args]);
    if (link !== null && !/^#\/[a-z]+(\/[\w~-]+)?$/.test(link)) {
      throw new Error(`Nothing that a link may name: ${link}`);
    }
    return link !== null;
  }),
  parser(
    'file that the system hands over',
    fc.array(mutatedText(FILES), { maxLength: 4 }),
    (args) => {
      const file = fileAmong(['waybill', ...args], '/from');
      const isOne = file === null || (path.isAbsolute(file) && /\.waybill$/i.test(file));
      if (!isOne || file?.includes('\0') === true) throw new Error(`No file of a pack: ${file}`);
      return file !== null;
    },
  ),
  parser(
    'arguments of a second start',
    fc.oneof(fc.record({ argv, folder: fc.constantFrom('/', '', '\0', 'C:\\') }), fc.anything()),
    (data) => {
      const { dataDir, local } = readSecondInstance(data);
      if (typeof local !== 'boolean') throw new Error('Neither yes nor no');
      readArguments(['waybill', '--data', dataDir ?? ''], '/');
      return dataDir !== null || local;
    },
  ),
];

export const parsers: readonly Parser[] = [...replies, ...signing, ...fields, ...outside];
