import { SIGNATURE } from '../answers.ts';
import { repairs } from './repairs.ts';
import { type PaperForm, scene } from './scene.ts';
import { arabicForm, hebrewForm, scriptsForm } from './scripts.ts';

/** Forms of different trades with an answer each, as a customer would get them on paper. */

const choices = { ok: 'OK', worn: 'Worn', damaged: 'Damaged', na: 'Not fitted' };
const question = (key: string, label: string): unknown => ({
  ...{ key, label, type: 'radio', required: true, options: choices },
});

const inspection: PaperForm = {
  name: 'inspection',
  form: {
    id: 1,
    name: 'Pre-trip inspection',
    sections: [
      {
        ...{ key: 'outside', type: 'group', label: 'Outside' },
        fields: [
          question('lights', 'Lights and indicators'),
          question('mirrors', 'Mirrors and windscreen'),
          question('tyres', 'Tyres and wheel nuts'),
          { key: 'tyreNote', type: 'longtext', label: 'What is wrong with the tyres' },
          { key: 'tyrePhoto', type: 'photo', label: 'Photo of the tyre' },
          question('bodywork', 'Bodywork and doors'),
        ],
      },
      {
        ...{ key: 'cabin', type: 'group', label: 'Cabin' },
        fields: [
          question('brakes', 'Service and parking brake'),
          question('horn', 'Horn'),
          question('belts', 'Seat belts'),
          { key: 'odometer', type: 'number', label: 'Odometer', unit: 'km', required: true },
          { key: 'fuel', type: 'number', label: 'Fuel level', unit: '%' },
          question('extinguisher', 'Fire extinguisher'),
        ],
      },
      {
        ...{ key: 'load', type: 'group', label: 'Load and papers' },
        fields: [
          question('straps', 'Straps and nets'),
          { key: 'papers', type: 'boolean', label: 'Papers complete' },
          { key: 'fit', type: 'boolean', label: 'Fit to drive', required: true },
        ],
      },
      { key: 'driverSignature', type: 'signature', label: 'Driver' },
    ],
  },
  answer: {
    ...{ id: 'A-3001', formId: 1, status: 'submitted' },
    ...{ startedAt: '2026-03-09T05:48:00+01:00', submittedAt: '2026-03-09T06:02:31+01:00' },
    vehicle: { id: 4, regNo: 'KD-418-T', label: 'Box truck 4' },
    driver: { id: 5, fullName: 'Mira Holt' },
    location: { lat: 41.0621, lng: -2.3079, accuracy: 5, address: 'Depot North, gate 2' },
    values: {
      outside: {
        ...{ lights: 'ok', mirrors: 'ok', tyres: 'damaged', bodywork: 'worn' },
        tyreNote:
          'Front left: cut in the side wall, about four centimetres. Changed before leaving.',
        tyrePhoto: scene(480, 360, 10),
      },
      cabin: { brakes: 'ok', horn: 'ok', belts: 'ok', odometer: 184220, fuel: 62 },
      load: { straps: 'na', papers: true, fit: false },
      driverSignature: SIGNATURE,
    },
  },
};

const fuelSlip: PaperForm = {
  name: 'fuel',
  form: {
    id: 2,
    name: 'Fuel slip',
    fields: [
      { key: 'station', type: 'text', label: 'Filling station' },
      { key: 'kind', type: 'select', label: 'Kind of fuel', options: { b7: 'Diesel B7' } },
      { key: 'litres', type: 'number', label: 'Quantity', unit: 'l' },
      { key: 'price', type: 'number', label: 'Price per litre', unit: '€' },
      { key: 'total', type: 'number', label: 'Total', unit: '€' },
      { key: 'full', type: 'boolean', label: 'Tank full' },
      { key: 'slip', type: 'photo', label: 'Photo of the slip' },
    ],
  },
  answer: JSON.parse(
    JSON.stringify({
      ...{ id: 'A-3002', formId: 2, createdAt: '2026-03-09T12:11:00+01:00' },
      vehicle: { id: 4, regNo: 'KD-418-T' },
      driver: { id: 5, fullName: 'Mira Holt' },
      values: {
        ...{ station: 'Harbour North', kind: 'b7', litres: 118.42, price: 1.679, total: 198.83 },
        ...{ full: true, slip: { data: scene(300, 620, 0), takenAt: '2026-03-09T12:12:40+01:00' } },
      },
    }),
  ) as unknown,
};

const delivery: PaperForm = {
  name: 'delivery',
  form: {
    id: 3,
    name: 'Proof of delivery',
    sections: [
      {
        ...{ key: 'to', type: 'group', label: 'Consignee' },
        fields: [
          { key: 'company', type: 'text', label: 'Company' },
          { key: 'received', type: 'text', label: 'Received by' },
          { key: 'at', type: 'datetime', label: 'Handed over' },
          { key: 'note', type: 'longtext', label: 'Remarks' },
        ],
      },
      {
        ...{ key: 'goods', type: 'table', label: 'Goods' },
        columns: [
          { key: 'item', label: 'Item', type: 'text' },
          { key: 'ref', label: 'Reference', type: 'text' },
          { key: 'count', label: 'Pieces', type: 'number' },
          { key: 'kg', label: 'Weight', type: 'number', unit: 'kg' },
          { key: 'state', label: 'State', type: 'text' },
        ],
      },
      { key: 'photos', type: 'photo', label: 'Photos of the goods' },
      { key: 'customerSignature', type: 'signature', label: 'Received in good order' },
      { key: 'driverSignature', type: 'signature', label: 'Driver' },
    ],
  },
  answer: {
    ...{ id: 'A-3003', formId: 3, submittedAt: '2026-03-10T14:21:09+01:00' },
    vehicle: { id: 9, regNo: 'BX-902-L', label: 'Flatbed 2' },
    driver: { id: 9, fullName: 'Tomas Verel' },
    location: { lat: 52.0958, lng: 4.2893, accuracy: 8, address: 'Mill Lane 14' },
    values: {
      to: {
        ...{
          company: 'Kettler & Daughters',
          received: 'A. Okonjo',
          at: '2026-03-10T14:05:00+01:00',
        },
        note: 'One carton was opened for inspection at the ramp and closed again in the presence of the consignee.',
      },
      goods: [
        { item: 'Pallet, mixed', ref: 'MX-20-118', count: 4, kg: 1240.5, state: 'Good' },
        { item: 'Carton, spare parts', ref: 'SP-7781', count: 12, kg: 96, state: 'Good' },
        { item: 'Drum, hydraulic oil', ref: 'HO-0034', count: 2, kg: 388, state: 'Dented lid' },
      ],
      photos: [
        { data: scene(480, 360, 0), caption: 'Pallets at the ramp' },
        { data: scene(360, 480, 20), caption: 'Drum with dented lid' },
        { data: scene(900, 300, 40), caption: 'The ramp from the gate' },
      ],
      customerSignature: SIGNATURE,
      driverSignature: 'M4 30 C 20 4 30 60 46 30 S 70 10 84 34 L 140 28',
    },
  },
};

const incident: PaperForm = {
  name: 'incident',
  form: {
    id: 4,
    name: 'Incident report',
    sections: [
      {
        ...{ key: 'what', type: 'group', label: 'What happened' },
        fields: [
          {
            key: 'kind',
            type: 'radio',
            label: 'Kind',
            options: { c: 'Collision, parked vehicle' },
          },
          { key: 'when', type: 'datetime', label: 'When' },
          { key: 'where', type: 'location', label: 'Where' },
          { key: 'story', type: 'longtext', label: 'In the driver’s words' },
          { key: 'hurt', type: 'boolean', label: 'Anybody hurt' },
        ],
      },
      { key: 'photos', type: 'photo', label: 'Photos' },
      {
        ...{ key: 'other', type: 'group', label: 'Other party' },
        fields: [
          { key: 'plate', type: 'text', label: 'Registration' },
          { key: 'insurer', type: 'text', label: 'Insurer' },
          { key: 'phone', type: 'text', label: 'Telephone' },
        ],
      },
      { key: 'driverSignature', type: 'signature', label: 'Driver' },
      { key: 'otherSignature', type: 'signature', label: 'Other party' },
    ],
  },
  answer: {
    ...{ id: 'A-3004', formId: 4, createdAt: '2026-03-11T17:45:10+01:00' },
    vehicle: { id: 21, regNo: 'BX-902-L' },
    driver: { id: 9, fullName: 'Tomas Verel' },
    location: { lat: 41.0583, lng: -2.3142, accuracy: 6, address: 'Quay 3, East Dock' },
    values: {
      what: {
        ...{ kind: 'c', when: '2026-03-11T17:20:00+01:00', hurt: false },
        where: { lat: 41.0583, lng: -2.3142, address: 'Ramp 4' },
        story: 'I was reversing to ramp 4 when the trailer swung out. '.repeat(9),
      },
      photos: Array.from({ length: 11 }, (_photo, at) => ({
        data: scene(at % 3 === 1 ? 300 : 480, at % 3 === 1 ? 440 : 320, at * 6),
        ...(at % 4 === 3
          ? {}
          : { caption: `View ${at + 1}, from ${at % 2 ? 'behind' : 'the side'}` }),
        takenAt: `2026-03-11T17:${31 + at}:00+01:00`,
      })),
      other: { plate: 'ZT-55-PL', insurer: 'Meridian Mutual', phone: '+00 555 0142' },
      driverSignature: SIGNATURE,
      otherSignature: null,
    },
  },
};

const stock: PaperForm = {
  name: 'long-table',
  form: {
    id: 5,
    name: 'Tyre and stock count',
    sections: [
      { key: 'depot', type: 'text', label: 'Depot' },
      {
        ...{ key: 'rows', type: 'table', label: 'Counted' },
        columns: [
          { key: 'place', label: 'Shelf', type: 'text' },
          { key: 'item', label: 'Item', type: 'text' },
          { key: 'size', label: 'Size', type: 'text' },
          { key: 'count', label: 'Count', type: 'number' },
          { key: 'depth', label: 'Depth', type: 'number', unit: 'mm' },
          { key: 'seen', label: 'Seen', type: 'datetime' },
          { key: 'note', label: 'Note', type: 'text' },
        ],
      },
      { key: 'sum', type: 'number', label: 'Counted in all' },
    ],
  },
  answer: {
    ...{ id: 'A-3005', formId: 5, completedAt: '2026-03-12T11:00:00+01:00' },
    driver: { id: 7, fullName: 'Ina Brandt' },
    values: {
      depot: 'Depot South',
      rows: Array.from({ length: 96 }, (_row, at) => ({
        place: `${String.fromCharCode(65 + (at % 8))}-${String(at + 1).padStart(3, '0')}`,
        item: at % 3 === 0 ? 'Tyre, drive axle' : 'Tyre, steer axle',
        size: at % 3 === 0 ? '315/80 R22.5' : '385/65 R22.5',
        count: (at * 7) % 13,
        depth: Number((4 + ((at * 3) % 90) / 10).toFixed(1)),
        seen: `2026-03-12T0${8 + Math.floor(at / 50)}:${String(at % 60).padStart(2, '0')}:00+01:00`,
        ...(at % 9 === 4 ? { note: 'Side wall scuffed; look again before it is fitted' } : {}),
      })),
      sum: 571,
    },
  },
};

const longTexts: PaperForm = {
  name: 'long-texts',
  form: {
    id: 8,
    name:
      'Quarterly report of the hauliers’ association on conditions of loading, unloading, waiting and ' +
      'driving at the premises of consignees outside of the agreed hours',
    sections: [
      {
        ...{ key: 'a', type: 'group' },
        label:
          'Conditions at the ramp as they were found on arrival, and as the personnel described them',
        fields: [
          {
            ...{ key: 'q1', type: 'longtext' },
            label:
              'Please describe in your own words everything that kept you from unloading within the hour that was agreed with the consignee',
          },
          { key: 'q2', type: 'text', label: 'Reference' },
          { key: 'q3', type: 'longtext', label: 'Paragraphs' },
        ],
      },
    ],
  },
  answer: {
    ...{ id: 'A-3008-9f14c0d2-77aa-4b1e-9a55-0c1d2e3f4a5b', formId: 8 },
    submittedAt: '2026-03-14T19:30:00+01:00',
    vehicle: {
      id: 33,
      regNo: 'KD-418-T',
      label: 'Articulated lorry with refrigerated trailer, long haul, second shift',
    },
    driver: {
      id: 12,
      fullName: 'Maximiliane Theodora von Hohenfels-Wetterstein zu Obergrünbach-Lindenau',
    },
    location: {
      ...{ lat: 52.0958, lng: 4.2893 },
      address:
        'Premises of the united river shipping and warehouse company, third basin, entrance for vehicles above seven metres and a half',
    },
    values: {
      a: {
        q1: 'The ramp was taken by another vehicle whose driver could not be found. '.repeat(40),
        q2: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft/2026/0000001234567890',
        q3: Array.from(
          { length: 7 },
          (_text, at) =>
            `Day ${at + 1}: ${'waiting at the gate, then at the ramp; '.repeat(at + 1)}`,
        ).join('\n'),
      },
    },
  },
};

const sparse: PaperForm = {
  name: 'sparse',
  form: null,
  answer: {
    id: 'A-3009',
    createdAt: '2026-03-15T08:00:00Z',
    values: { seal: 'S-4471', intact: true },
  },
};

const formless: PaperForm = {
  name: 'formless',
  form: null,
  answer: {
    ...{ id: 'A-3010', formId: 77, createdAt: '2026-03-15T08:00:00Z', status: 'submitted' },
    vehicle: { id: 17, regNo: 'BX-902-L' },
    values: {
      temperature_c: -18.4,
      cleanedInside: true,
      stops: [
        {
          ...{ name: 'Depot South', arrivedAt: '2026-03-15T08:10:00Z', boxes: 12 },
          damages: [{ part: 'Box 3', kind: 'Torn' }],
        },
        { name: 'Mill Lane 14', arrivedAt: '2026-03-15T09:45:00Z', boxes: 30, note: 'Ramp wet' },
      ],
      trailer: {
        ...{ plate: 'OT-17-ZZ', axles: 3 },
        brakes: { front: { left_mm: 11, right_mm: 10.5 }, rear: { left_mm: 9, right_mm: 9 } },
        tags: ['cold', 'high value', 'sealed'],
      },
      remarks: null,
      link: 'https://files.example/reports/2026/03/15/a-3010/attachments/long-name-of-a-file.pdf',
      photo: scene(480, 360, 20),
      signature: SIGNATURE,
    },
  },
};

export const PAPER_FORMS: readonly PaperForm[] = [
  ...[inspection, fuelSlip, delivery, incident, stock],
  ...[arabicForm, hebrewForm, longTexts, sparse, formless],
  ...[scriptsForm, repairs],
];
