/**
 * A second client of the interface, written from its documentation alone: it shares no code with
 * the app and knows nothing but `fetch`. Whatever both clients agree on, the service really says.
 *
 * By hand: `node test/contract/walk.ts BASE_URL EMAIL PASSWORD`
 */

type Fields = Record<string, unknown>;

export interface Walk {
  /** Every request in its order, with its status. */
  readonly steps: readonly { readonly step: string; readonly status: number }[];
  /** What was counted on the way. */
  readonly counts: Readonly<Record<string, number>>;
}

function fail(step: string, why: string): never {
  throw new Error(`${step}: ${why}`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rowsIn(step: string, value: unknown): Fields[] {
  if (!Array.isArray(value) || !value.every(isFields)) return fail(step, 'no rows');
  return value;
}

function want(step: string, row: Fields | undefined, ...names: readonly string[]): Fields {
  if (row === undefined) return fail(step, 'no record');
  for (const name of names) if (!(name in row)) fail(step, `${name} is missing`);
  return row;
}

const plain = (reply: Fields): [unknown, unknown] => [reply['data'], reply['total']];
const underMeta = (reply: Fields): [unknown, unknown] => {
  const meta = reply['meta'];
  return [reply['data'], isFields(meta) ? meta['total'] : undefined];
};
const underResult = (reply: Fields): [unknown, unknown] => {
  const result = reply['result'];
  return isFields(result) ? [result['areas'], result['total']] : [undefined, undefined];
};

/** Sends requests and notes each; throws where an answer is not as documented. */
class Client {
  readonly steps: { step: string; status: number }[] = [];
  readonly counts: Record<string, number> = {};
  token = '';
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async request(method: string, path: string, body?: Fields): Promise<Response> {
    const reply = await fetch(this.#baseUrl + path, {
      method,
      headers: {
        ...(this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.steps.push({ step: `${method} ${path}`, status: reply.status });
    return reply;
  }

  async json(method: string, path: string, body?: Fields): Promise<unknown> {
    const reply = await this.request(method, path, body);
    if (!reply.ok) fail(`${method} ${path}`, `status ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }

  async fields(method: string, path: string, body?: Fields): Promise<Fields> {
    const value = await this.json(method, path, body);
    return isFields(value) ? value : fail(`${method} ${path}`, 'not an object');
  }

  async done(method: string, path: string, body?: Fields): Promise<void> {
    const reply = await this.request(method, path, body);
    const text = await reply.text();
    if (!reply.ok || text !== '') fail(`${method} ${path}`, `status ${reply.status}, body ${text}`);
  }

  /** Everything of a paged list, whatever envelope this endpoint uses. */
  async pages(path: string, open: (reply: Fields) => [unknown, unknown]): Promise<Fields[]> {
    const all: Fields[] = [];
    for (let page = 1; ; page += 1) {
      const joint = path.includes('?') ? '&' : '?';
      const [rows, total] = open(await this.fields('GET', `${path}${joint}page=${page}&limit=200`));
      const found = rowsIn(path, rows);
      all.push(...found);
      if (typeof total !== 'number') return fail(path, 'no total');
      if (found.length === 0 || all.length >= total) {
        if (all.length !== total) fail(path, `${all.length} rows of ${total}`);
        if (new Set(all.map((row) => String(row['id']))).size !== all.length) {
          fail(path, 'an id comes twice');
        }
        this.counts[path] = all.length;
        return all;
      }
    }
  }
}

/** Signs in. @returns the client account of who signed in */
async function session(client: Client, email: string, password: string): Promise<string> {
  const login = await client.fields('POST', '/login', { email, password });
  want('login', login, 'token', 'refreshToken', 'expireAt', 'otp_required', 'teamType', 'roleId');
  client.token = String(login['token']);
  const fresh = await client.fields('POST', '/token/refresh', {
    refreshToken: login['refreshToken'],
  });
  client.token = String(want('refresh', fresh, 'token', 'expireAt')['token']);
  const me = await client.fields(
    'GET',
    '/me?fields[]=id&fields[]=email&fields[]=permissions&fields[]=team',
  );
  want('me', me, 'id', 'email', 'permissions', 'team');
  const team = isFields(me['team']) ? me['team'] : fail('me', 'no team');
  return String(team['clientId']);
}

async function reference(client: Client): Promise<void> {
  const countries = await client.fields('GET', '/country/list');
  if (typeof countries['ES'] !== 'string') fail('countries', 'no names by code');
  const roles = rowsIn('roles', (await client.fields('GET', '/roles'))['data']);
  want('roles', roles[0], 'id', 'name');
  for (const path of ['/plans', '/timezones', '/themes', '/themes/my', '/settings/language/list']) {
    want(path, rowsIn(path, await client.json('GET', path))[0], 'id', 'name');
  }
  const plan = await client.fields('GET', '/permissions/current-plan');
  if (!Array.isArray(plan['data'])) fail('plan', 'no permissions');
  want('domain', await client.fields('GET', '/platform-settings/domain'), 'domain');
  for (const name of ['mapApiOptions', 'provider', 'digitalForm', 'ecoSpeed', 'excessiveIdling']) {
    const setting = await client.fields('GET', `/settings/${name}`);
    want(name, setting, 'id', 'name', 'value', 'role', 'team', 'user');
  }
}

/** @returns the range of time that the devices are asked for, too */
async function vehiclesAndRoutes(client: Client): Promise<{ range: string; vehicleId: string }> {
  const vehicles = await client.pages('/vehicles/fields/json', plain);
  const vehicle = want('vehicle', vehicles[0], 'regNo', 'status', 'lastCoordinates', 'todayData');
  const vehicleId = String(vehicle['id']);
  const named = await client.pages('/vehicles/fields/json?fields[]=id&fields[]=regNo', plain);
  if (
    Object.keys(named[0] ?? {})
      .sort()
      .join() !== 'id,regNo'
  )
    fail('fields[]', 'more than asked');
  want(
    'vehicle',
    await client.fields('GET', `/vehicles/${vehicleId}`),
    'id',
    'vin',
    'typeId',
    'team',
  );
  want(
    'odometer',
    await client.fields('GET', `/vehicles/${vehicleId}/odometer`),
    'odometer',
    'occurredAt',
  );
  const hours = await client.fields('GET', `/vehicles/${vehicleId}/engine-hours/current`);
  want('engine hours', hours, 'engineHours', 'prevEngineHours', 'occurredAt');
  if ((await client.fields('GET', '/vehicles/count'))['count'] !== vehicles.length)
    fail('count', 'differs');
  want(
    'types',
    rowsIn('types', await client.json('GET', '/vehicles/types'))[0],
    'id',
    'driving',
    'idling',
  );
  const to = String(isFields(vehicle['lastCoordinates']) ? vehicle['lastCoordinates']['ts'] : '');
  const from = new Date(Date.parse(to) - 6 * 3600_000).toISOString();
  const range = `dateFrom=${from}&dateTo=${to}`;
  const include = ['coordinates', 'driver', 'vehicle', 'address'].map(
    (name) => `&include[]=${name}`,
  );
  const routes = await client.json(
    'GET',
    `/vehicles/${vehicleId}/routes?${range}${include.join('')}`,
  );
  const group = want('routes', rowsIn('routes', routes)[0], 'vehicleId', 'driverId', 'routes');
  const parts = rowsIn('routes', group['routes']);
  want(
    'route',
    parts[0],
    'id',
    'type',
    'distance',
    'duration',
    'avgSpeed',
    'pointStart',
    'coordinates',
  );
  return { range, vehicleId };
}

async function devices(client: Client, range: string): Promise<void> {
  const all = await client.pages('/devices/json', plain);
  const device = want('device', all[0], 'imei', 'serial', 'vehicle', 'deviceInstallation');
  const deviceId = String(device['id']);
  await client.fields('GET', `/devices/${deviceId}`);
  rowsIn('coordinates', await client.json('GET', `/devices/${deviceId}/coordinates?${range}`));
  for (const path of ['sensors/history', 'history', 'cameras']) {
    rowsIn(path, await client.json('GET', `/devices/${deviceId}/${path}`));
  }
  want(
    'vendors',
    rowsIn('vendors', await client.json('GET', '/devices/vendors/'))[0],
    'id',
    'name',
  );
  const installation = await client.fields(
    'GET',
    `/devices/installation/?deviceImei=${String(device['imei'])}`,
  );
  want('installation', installation, 'device', 'vehicle');
  const nothing = await client.fields('GET', '/devices/installation/?vehicleRegNo=NO-SUCH-VEHICLE');
  if (Object.keys(nothing).length !== 0) fail('installation', 'no match is an empty object');
  const sensors = rowsIn('sensors', (await client.fields('GET', '/sensors'))['data']);
  const sensor = want('sensor', sensors[0], 'id', 'label', 'sensorId', 'systemStatus', 'type');
  await client.fields('GET', `/sensors/${String(sensor['id'])}`);
  const reading = ['occurredAt', 'sensorId', 'vehicleId', 'temperature', 'humidity'];
  const bySensor = await client.pages('/devices/sensors/report/temp-and-humidity', plain);
  want('climate', bySensor[0], ...reading);
  const byVehicle = await client.pages('/vehicles/report/sensors/temp-and-humidity', plain);
  want('climate', byVehicle[0], ...reading);
  want(
    'camera event',
    (await client.pages('/devices/cameras/events', plain))[0],
    'id',
    'type',
    'occurredAt',
  );
  rowsIn('event types', await client.json('GET', '/devices/cameras/events/types'));
}

async function accounts(client: Client, clientId: string): Promise<void> {
  const users = await client.pages('/users', plain);
  await client.fields('GET', `/users/${String(want('user', users[0], 'email', 'fullName')['id'])}`);
  const clients = await client.pages('/clients/json', plain);
  await client.fields('GET', `/clients/${String(want('client', clients[0], 'name')['id'])}`);
  const members = await client.pages(`/clients/${clientId}/users`, plain);
  await client.fields('GET', `/clients/${clientId}/users/${String(members[0]?.['id'])}`);
  const drivers = await client.pages('/drivers', plain);
  const scoped = await client.pages(`/clients/${clientId}/users?role=driver`, plain);
  if (drivers.length !== scoped.length) fail('drivers', 'the two lists differ');
  want('driver', drivers[0], 'id', 'fullName', 'email', 'phone', 'role');
  const resellers = rowsIn('resellers', await client.json('GET', '/reseller'));
  await client.fields('GET', `/reseller/${String(want('reseller', resellers[0], 'id')['id'])}`);
}

async function fuel(client: Client, vehicleId: string): Promise<void> {
  const transactions = await client.pages('/fuel-cards/json', underMeta);
  want('fuel', transactions[0], 'refueled', 'total', 'fuelPrice', 'transactionDate', 'vehicle');
  const summary = await client.pages('/fuel-summary-report', underMeta);
  want('fuel summary', summary[0], 'regNo', 'mileage', 'refueled', 'total');
  await client.pages(`/fuel-cards-by-vehicle/json?vehicleId=${vehicleId}`, underMeta);
  rowsIn('fuel types', await client.json('GET', '/fuel-types'));
}

async function reportsAndForms(client: Client): Promise<void> {
  const reports = await client.pages('/scheduled-report', plain);
  const report = want('report', reports[0], 'id', 'name', 'type', 'format');
  await client.fields('GET', '/scheduled-report/template');
  const one = (await client.fields('GET', `/scheduled-report/${String(report['id'])}`))['data'];
  want('report', isFields(one) ? one : undefined, 'id', 'format');
  const forms = rowsIn('forms', await client.json('GET', '/digital-form/form'));
  const form = await client.fields('GET', `/digital-form/form/${String(forms[0]?.['id'])}`);
  const answers = rowsIn('answers', want('form', form, 'name', 'fields', 'answers')['answers']);
  const answerId = String(answers[0]?.['id']);
  want('answer', await client.fields('GET', `/digital-form/answer/${answerId}`), 'id', 'formId');
  const pdf = await client.request('GET', `/digital-form/answer/${answerId}/pdf`);
  const head = Buffer.from(await pdf.arrayBuffer())
    .subarray(0, 5)
    .toString();
  if (head !== '%PDF-') fail('PDF', `begins with ${head}`);
}

/** An area from its making to its end. */
async function area(client: Client): Promise<void> {
  const areas = await client.pages('/areas', underResult);
  const groups = rowsIn('area groups', await client.json('GET', '/area-groups'));
  await client.fields('GET', `/area-groups/${String(groups[0]?.['id'])}`);
  const record = (reply: Fields): Fields => {
    const result = reply['result'];
    return isFields(result) ? result : fail('area', 'not under result');
  };
  const made = record(
    await client.fields('POST', '/areas', {
      name: 'Walked',
      type: 'circle',
      coordinates: [{ lat: 41.01, lng: -2.3 }],
      radius: 120,
      color: '#336699',
    }),
  );
  want('area', made, 'id', 'polygon', 'groups', 'readOnly', 'status', 'team', 'createdAt');
  const areaPath = `/areas/${String(made['id'])}`;
  const renamed = record(await client.fields('PATCH', areaPath, { name: 'Walked on' }));
  if (renamed['name'] !== 'Walked on' || renamed['radius'] !== 120) fail('area', 'not renamed');
  await client.done('PATCH', `${areaPath}/archive`);
  if ((await client.pages('/areas', underResult)).length !== areas.length)
    fail('area', 'still listed');
  if (record(await client.fields('GET', areaPath))['status'] !== 'archived')
    fail('area', 'not archived');
  await client.done('PATCH', `${areaPath}/restore`);
  if ((await client.pages('/areas', underResult)).length !== areas.length + 1)
    fail('area', 'not listed');
  await client.done('DELETE', areaPath);
  const gone = await client.request('GET', areaPath);
  if (gone.status !== 404) fail('area', `status ${gone.status} after the end`);
  want('error', (await gone.json()) as Fields, 'message');
  if (gone.headers.get('x-request-id') === null) fail('error', 'no request id');
}

/** Logs in and walks through the whole service; throws at the first answer that is not as documented. */
export async function walk(baseUrl: string, email: string, password: string): Promise<Walk> {
  const client = new Client(baseUrl);
  const clientId = await session(client, email, password);
  await reference(client);
  const { range, vehicleId } = await vehiclesAndRoutes(client);
  await devices(client, range);
  await accounts(client, clientId);
  await fuel(client, vehicleId);
  await reportsAndForms(client);
  await area(client);

  await client.done('POST', '/logout', {});
  const after = await client.request('GET', '/me');
  if (after.status !== 401) fail('logout', `status ${after.status} afterwards`);
  return client;
}

if (import.meta.main) {
  const [baseUrl = '', email = '', password = ''] = process.argv.slice(2);
  const { steps } = await walk(baseUrl, email, password);
  process.stdout.write(`${steps.length} requests, all as documented\n`);
}
