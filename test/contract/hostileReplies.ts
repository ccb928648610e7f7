/**
 * Replies that no endpoint should give and that some service, proxy or portal has given, as plain
 * data. Each is answered to every row of the catalogue.
 */
export interface HostileReply {
  what: string;
  status?: number;
  type?: string;
  /** The body as text, inside so many times `open` and `close` where it is nested. */
  body: string;
  nest?: { open: string; close: string; times: number };
  /** Bytes in front of the text, or instead of it. */
  bytes?: readonly number[];
}

const HTML = '<!doctype html><html><head><title>Welcome</title></head><body>Sign in</body></html>';
const ROW = '{"id":"h-1","name":"x"}';
const PAGED = '"page":1,"limit":200,"total":1';

export const hostileReplies: readonly HostileReply[] = [
  // Values where an object or a list belongs.
  { what: 'a string', body: '"record"' },
  { what: 'a number', body: '17' },
  { what: 'true', body: 'true' },
  { what: 'null', body: 'null' },
  { what: 'an empty object', body: '{}' },
  { what: 'an empty array', body: '[]' },
  { what: 'an array for an object', body: `[${ROW}]` },
  { what: 'an object for an array', body: ROW },
  { what: 'an array of arrays', body: `[[${ROW}],[${ROW}]]` },
  { what: 'an array of values', body: '[1,"two",null,true]' },
  { what: 'records between values', body: `[${ROW},null,7,{"id":"h-2"}]` },
  { what: 'a string in the place of the rows', body: `{${PAGED},"data":"none"}` },
  { what: 'null in the place of the rows', body: `{${PAGED},"data":null}` },
  { what: 'an object in the place of the rows', body: `{${PAGED},"data":{"0":${ROW}}}` },

  // Envelopes of other endpoints.
  { what: 'a page envelope', body: `{${PAGED},"data":[${ROW}]}` },
  { what: 'a meta envelope', body: `{"meta":{${PAGED}},"data":[${ROW}]}` },
  { what: 'the envelope of areas', body: `{"result":{"areas":[${ROW}],${PAGED}}}` },
  { what: 'a record under result', body: `{"result":${ROW}}` },
  { what: 'a record under data', body: `{"data":${ROW}}` },
  { what: 'envelopes inside envelopes', body: `{"data":{"data":{"data":[${ROW}]}}}` },
  { what: 'two payloads', body: `{"result":${ROW},"data":[{"id":"h-3"}],"id":"h-4"}` },

  // Fields.
  { what: 'rows without identifiers', body: `[{"name":"x"},{"name":"y"}]` },
  { what: 'a page of rows without identifiers', body: `{"data":[{"name":"x"},{"name":"y"}]}` },
  { what: 'a page of rows without fields', body: `{${PAGED},"data":[{}]}` },
  { what: 'a page of one row without fields', body: '{"data":[{}]}' },
  {
    what: 'identifiers of every type',
    body: `[{"id":null},{"id":{}},{"id":[]},{"id":true},{"id":""}]`,
  },
  {
    what: 'identifiers that are words of the language',
    body: '[{"id":"__proto__"},{"id":"constructor"}]',
  },
  { what: 'an identifier of 10,000 letters', body: `[{"id":"${'i'.repeat(10_000)}","name":"x"}]` },
  {
    what: 'times in every spelling',
    body: '[{"id":"h-19","lastLoggedAt":1767225600,"updatedAt":1767225600000,"createdAt":"2026-01-01T00:00:00","transactionDate":"01/02/2026","installDate":"","archivedAt":false,"lastCoordinates":{"lat":"41.1","lng":null,"ts":17}}]',
  },
  { what: 'an identifier with a path in it', body: '{"id":"../../etc/passwd","name":"x"}' },
  { what: 'an identifier with SQL in it', body: `[{"id":"'; DROP TABLE record; --"}]` },
  {
    what: 'an identifier of a temporary record',
    body: '{"id":"~new-00000000-0000-4000-8000-000000000000"}',
  },
  {
    what: 'the same record twice',
    body: `{"page":1,"limit":200,"total":2,"data":[${ROW},${ROW}]}`,
  },
  { what: 'extra fields', body: '{"id":"h-5","données":{"ключ":["值",1.10]},"":0,"a b":null}' },
  {
    what: 'every known field of another type',
    body: '[{"id":"h-6","name":{},"status":[],"lastCoordinates":"here","todayData":7,"driver":[null],"coordinates":{},"groups":"all","archivedAt":{}}]',
  },
  { what: 'keys that are written twice', body: '{"id":"h-7","id":8,"name":"a","name":null}' },
  {
    what: 'prototype keys',
    body: '{"id":"h-8","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  },
  { what: 'rows with prototype keys', body: '[{"id":"h-9","__proto__":{"polluted":true}}]' },
  {
    what: 'a page with prototype keys',
    body: `{"__proto__":{"data":[]},${PAGED},"data":[{"id":"h-10","__proto__":{"polluted":true}}]}`,
  },
  { what: 'an escaped prototype key', body: '[{"id":"h-11","\\u005f_proto__":{"polluted":true}}]' },
  {
    what: 'markup and SQL in fields',
    body: `[{"id":"h-12","name":"<img src=x onerror=alert(1)>","regNo":"'); DELETE FROM record; --"}]`,
  },

  // Numbers and texts.
  {
    what: 'numbers beyond 2^53',
    body: '[{"id":9007199254740993,"contractNo":12345678901234567890123,"price":1.10}]',
  },
  { what: 'numbers beyond a double', body: '[{"id":1e999,"total":-1E+400,"small":4.9e-999}]' },
  { what: 'totals that cannot be', body: `{"page":-1,"limit":0,"total":-5,"data":[${ROW}]}` },
  {
    what: 'a total of 10^30',
    body: `{"page":1,"limit":1,"total":1000000000000000000000000000000,"data":[]}`,
  },
  { what: 'totals as text', body: `{"page":"one","limit":"all","total":"many","data":[${ROW}]}` },
  { what: 'lone surrogates', body: '[{"id":"h-13","name":"\\ud800 \\udc00"}]' },
  { what: 'NUL in texts', body: '[{"id":"h-14\\u0000x","name":"\\u0000"}]' },
  { what: 'white space around it', body: ` \r\n\t${ROW}\n ` },

  // Nesting.
  { what: 'arrays 10,000 deep', body: '1', nest: { open: '[', close: ']', times: 10_000 } },
  { what: 'objects 10,000 deep', body: '1', nest: { open: '{"a":', close: '}', times: 10_000 } },
  {
    what: 'a record with a field 990 deep',
    body: '1',
    nest: { open: '{"id":"h-15","a":', close: '}', times: 990 },
  },
  { what: 'rows 990 deep', body: ROW, nest: { open: '[', close: ']', times: 990 } },

  // Not JSON.
  { what: 'an empty body', body: '' },
  { what: 'nothing but spaces', body: '   \n' },
  { what: 'no content', status: 204, body: '' },
  { what: 'a page of HTML', type: 'text/html', body: HTML },
  { what: 'a page of HTML that calls itself JSON', body: `\n  ${HTML}` },
  {
    what: 'an error in words with status 200',
    type: 'text/plain',
    body: 'Error: connection pool exhausted',
  },
  { what: 'an error object with status 200', body: '{"error":"Something failed","code":500}' },
  {
    what: 'a stack trace in JSON with status 200',
    body: '{"success":false,"message":"at Query.run (db.js:17)"}',
  },
  { what: 'JSON that was cut off', body: `{${PAGED},"data":[${ROW},{"id":"h-` },
  { what: 'two documents', body: `${ROW}${ROW}` },
  { what: 'a trailing comma', body: `[${ROW},]` },
  { what: 'a comment', body: `/* rows */ [${ROW}]` },
  { what: 'NaN', body: '[{"id":"h-16","total":NaN}]' },
  { what: 'single quotes', body: `[{'id':'h-17'}]` },
  { what: 'a padding against hijacking', body: `)]}',\n[${ROW}]` },
  { what: 'a byte order mark', body: `[${ROW}]`, bytes: [0xef, 0xbb, 0xbf] },
  { what: 'invalid UTF-8', body: '"}]', bytes: [...Buffer.from('[{"id":"h-18'), 0xff, 0xc0] },
  { what: 'UTF-16', body: '', bytes: [...Buffer.from(`\uFEFF[${ROW}]`, 'utf16le')] },
  { what: 'a picture', type: 'image/png', body: '', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a] },
  {
    what: 'the wrong content type',
    type: 'application/octet-stream',
    body: `{${PAGED},"data":[${ROW}]}`,
  },

  // Statuses with bodies of any shape.
  { what: '400 with nothing', status: 400, body: '' },
  { what: '403 with HTML', status: 403, type: 'text/html', body: HTML },
  {
    what: '404 with prototype keys',
    status: 404,
    body: '{"message":{"__proto__":{"polluted":true}}}',
  },
  { what: '409 with a list', status: 409, body: `[${ROW}]` },
  { what: '418', status: 418, body: '{"message":"I am a teapot"}' },
  {
    what: '422 with errors that are no errors',
    status: 422,
    body: '{"errors":{"__proto__":["x"],"constructor":[{}],"name":{"message":7}}}',
  },
  { what: '500 with a cut body', status: 500, body: '{"message":"Inter' },
  { what: '502 with HTML', status: 502, type: 'text/html', body: HTML },
  { what: 'a redirect to nowhere', status: 302, body: '' },
  { what: 'a status that nobody knows', status: 299, body: `[${ROW}]` },
];

/** The bytes of a reply's body. */
export function bodyOf({ body, nest, bytes }: HostileReply): Buffer {
  const text =
    nest === undefined
      ? body
      : `${nest.open.repeat(nest.times)}${body}${nest.close.repeat(nest.times)}`;
  return Buffer.concat([Buffer.from(bytes ?? []), Buffer.from(text, 'utf8')]);
}
