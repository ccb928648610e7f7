import { companyName, nearestAddress, personName, vehicleNames } from '../world/index.ts';
import type { Draw } from '../world/random.ts';
import { FORMS } from './forms.ts';
import { photo, signaturePng, strokes } from './pictures.ts';
import { DAY_MS, HOUR_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';
import { knownVehicles, type KnownVehicle } from './vehicles.ts';

const ANSWERS = 300;
export const FIRST_ANSWER_ID = 600_001;
/** Answers lie in the last so many days. */
const DAYS = 40;

/** What people write: several scripts, and text that must stay text. */
const REMARKS = [
  'All in order.',
  'Left mirror loose, tightened it.',
  'الإطارات بحالة جيدة، لكن الضوء الخلفي الأيسر لا يعمل.',
  'ไฟหน้าทำงานปกติ ยางหลังซ้ายลมอ่อน',
  'सामने का शीशा टूटा हुआ है, बाकी सब ठीक है।',
  '<script>alert("not a script")</script><img src=x onerror=alert(1)>',
  "Robert'); DROP TABLE record;--",
  'Ελέγχθηκε στο αμαξοστάσιο. Zażółć gęślą jaźń. Đã kiểm tra.',
  '=HYPERLINK("https://waybill.example","click")',
  'The customer asked to ring twice; nobody came. Left with the neighbour at number 4. '.repeat(60),
] as const;

interface Scene {
  readonly draw: Draw;
  readonly seeding: Seeding;
  readonly atMs: number;
  readonly index: number;
}

const iso = (ms: number) => new Date(ms).toISOString();
const tenth = (value: number) => Math.round(value * 10) / 10;

function spot({ draw, seeding }: Scene): { lat: number; lng: number } {
  const { nodes, centre } = seeding.town;
  const node = nodes[draw.integer(0, nodes.length - 1)] ?? centre;
  const digits = (value: number) => Math.round(value * 1e6) / 1e6;
  return { lat: digits(node.lat), lng: digits(node.lng) };
}

const name = ({ draw, seeding }: Scene) =>
  personName(seeding.seedText, draw.integer(2000, 2400)).fullName;
const remark = ({ draw }: Scene) => draw.pick(REMARKS);
const state = ({ draw }: Scene) =>
  draw.chance(0.85) ? 'ok' : draw.chance(0.5) ? 'damaged' : 'missing';

/** What was filled in, by form. Not every answer has every field, and some have more. */

function checkValues(scene: Scene): unknown {
  const { draw } = scene;
  return {
    odometer: draw.integer(30_000, 400_000),
    lights: state(scene),
    tyres: state(scene),
    mirrors: state(scene),
    equipment: ['Warning triangle', 'First aid kit'].slice(0, draw.integer(0, 2)),
    remarks: remark(scene),
    ...(draw.chance(0.4) ? { photo: photo(draw) } : {}),
    signature: { path: strokes(draw), width: 200, height: 70 },
    // Older apps send this; no form declares it.
    appVersion: `3.${draw.integer(0, 9)}`,
  };
}

function damageValues(scene: Scene): unknown {
  const { draw, atMs, seeding } = scene;
  return {
    what: { occurredAt: iso(atMs - HOUR_MS), place: spot(scene), account: remark(scene) },
    others: Array.from({ length: draw.integer(0, 3) }, () => ({
      name: name(scene),
      plate: vehicleNames(seeding.seedText, draw.integer(700_000, 800_000)).regNo,
      insurer: companyName(seeding.seedText, draw.integer(300, 340)),
    })),
    evidence: { photoFront: photo(draw), photoSide: photo(draw), injured: draw.chance(0.1) },
    weather: draw.chance(0.5) ? { sky: 'rain', temperature: tenth(draw.between(-2, 20)) } : null,
  };
}

function deliveryValues(scene: Scene): unknown {
  const { draw, atMs } = scene;
  return {
    orderNo: `O-${draw.integer(10_000, 99_999)}`,
    parcels: Array.from({ length: draw.integer(1, 6) }, () => ({
      code: `P${draw.integer(100_000, 999_999)}`,
      weight: tenth(draw.between(0.2, 31)),
      state: draw.chance(0.9) ? 'fine' : 'dented',
    })),
    recipient: name(scene),
    recipientSignature: signaturePng(draw),
    where: spot(scene),
    deliveredAt: iso(atMs),
  };
}

function fuelValues(scene: Scene): unknown {
  const { draw, seeding } = scene;
  return {
    station: companyName(seeding.seedText, draw.integer(200, 220)),
    litres: tenth(draw.between(20, 300)),
    amount: tenth(draw.between(30, 480)),
    kind: 'diesel',
    receipt: photo(draw),
  };
}

/** This form's answers come as a list of key, label and value. */
function readingValues(scene: Scene): unknown {
  const { draw, atMs } = scene;
  const readings = Array.from({ length: 8 }, (_, step) => ({
    at: iso(atMs - (8 - step) * HOUR_MS),
    temperature: tenth(draw.between(1, 7)),
    humidity: draw.integer(50, 80),
  }));
  return [
    { key: 'load', label: 'Load', value: draw.chance(0.5) ? 'Dairy' : 'Vegetables' },
    { key: 'readings', label: 'Readings', value: readings },
    { key: 'doorOpened', label: 'Door was opened', value: draw.chance(0.3) },
    { key: 'operatorNote', label: 'Note of the operator', value: remark(scene) },
  ];
}

function handoverValues(scene: Scene): unknown {
  const { draw } = scene;
  return {
    from: name(scene),
    to: name(scene),
    keys: draw.integer(1, 3),
    accessories: ['Fuel card', 'Toll box', 'Snow chains'].slice(0, draw.integer(1, 3)),
    signatureFrom: signaturePng(draw),
    signatureTo: { path: strokes(draw), width: 200, height: 70 },
  };
}

function yardValues(scene: Scene): unknown {
  const { draw } = scene;
  return {
    bays: Array.from({ length: draw.integer(2, 4) }, (_, bay) => ({
      bay: `B${bay + 1}`,
      condition: draw.chance(0.7) ? 'good' : 'poor',
      defects: draw.chance(0.4) ? [{ what: remark(scene), photo: photo(draw) }] : [],
    })),
    corner: spot(scene),
    notes: remark(scene),
  };
}

function surveyValues(scene: Scene): unknown {
  const { draw } = scene;
  return {
    title: `Survey ${scene.index + 1}`,
    message: remark(scene),
    rating: draw.integer(1, 5),
    mood: { words: ['fine', 'tired'], scale: [1, 2, [3, 4]], nested: { deeply: { so: true } } },
  };
}

/** In the order of the forms; whatever comes after them is a survey. */
const VALUES = [
  checkValues,
  damageValues,
  deliveryValues,
  fuelValues,
  readingValues,
  handoverValues,
  yardValues,
];

function answerDoc(
  seeding: Seeding,
  formIndex: number,
  formId: string,
  id: number,
  vehicle: KnownVehicle | undefined,
  scene: Scene,
): string {
  const { atMs } = scene;
  const place = spot(scene);
  const values = (VALUES[formIndex] ?? surveyValues)(scene);
  const record = {
    id,
    formId,
    formName: FORMS[formIndex]?.name,
    createdAt: iso(atMs),
    vehicle: vehicle === undefined ? null : { id: vehicle.id, regNo: vehicle.regNo },
    driver: vehicle === undefined ? null : vehicle.driver,
    location: { ...place, address: nearestAddress(seeding.town, place).text },
    // Forms of different ages keep their fields in different places.
    ...(formIndex === 4 ? { answers: values } : formIndex === 7 ? { data: values } : { values }),
  };
  const own = id === FIRST_ANSWER_ID ? ',"__proto__":{"signedBy":"nobody"}' : '';
  return withRaw(record, `"serial":9007199254740993,"score":1.10${own}`);
}

function insertAnswer(
  seeding: Seeding,
  tenant: Tenant,
  index: number,
  id: number,
  vehicleAt: ReturnType<typeof knownVehicles>,
): void {
  const main = tenant.clientId === 501;
  const formIndex = main ? index % FORMS.length : 0;
  const plan = FORMS[formIndex];
  if (plan === undefined) return;
  const formId = main ? plan.id : `${plan.id}-${tenant.client}`;
  const draw = seeding.draw(`answer/${id}`);
  const atMs = seeding.nowMs - draw.integer(0, DAYS * DAY_MS);
  const sim = tenant.firstSim + draw.integer(0, Math.max(0, tenant.vehicles - 1));
  const vehicle = draw.chance(0.95) ? vehicleAt(sim) : undefined;
  const scene: Scene = { draw, seeding, atMs, index };
  const doc = answerDoc(seeding, formIndex, formId, id, vehicle, scene);
  const vehicleId = vehicle === undefined ? null : vehicle.id;
  const driverId = vehicle === undefined ? null : vehicle.driverId;
  const regNo = vehicle === undefined ? '' : ` ${vehicle.regNo ?? ''}`;
  seeding.insert({
    entity: 'answer',
    id: String(id),
    doc,
    client: tenant.client,
    reseller: tenant.reseller,
    link: formId,
    // What the form's own list of its answers says about this one.
    kind: JSON.stringify({ vehicleId, driverId, title: `${plan.name}${regNo}` }),
    at: atMs,
  });
}

/** 300 answers to the eight forms, a few for the other tenants. */
export function seedAnswers(seeding: Seeding, tenants: readonly Tenant[]): void {
  const vehicleAt = knownVehicles(seeding);
  let id = FIRST_ANSWER_ID;
  tenants.forEach((tenant, at) => {
    for (let index = 0; index < (at === 0 ? ANSWERS : 3); index += 1) {
      insertAnswer(seeding, tenant, index, id, vehicleAt);
      id += 1;
    }
  });
}
