import { withRaw, DAY_MS, type Seeding, type Tenant } from './seeding.ts';

/** A declared field of a form. The interface leaves the shape to the tenant; here it varies. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly required?: boolean;
  readonly options?: readonly (string | { value: string; label: string })[];
  readonly unit?: string;
  readonly fields?: readonly FormField[];
  readonly columns?: readonly FormField[];
}

export interface FormPlan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Fields, or sections that hold fields. */
  readonly fields: readonly FormField[];
}

const YES_NO = ['ok', 'damaged', 'missing'];
const text = (key: string, label: string): FormField => ({ key, label, type: 'text' });
const number = (key: string, label: string, unit: string): FormField => ({
  key,
  label,
  type: 'number',
  unit,
});
const photo = (key: string, label: string): FormField => ({ key, label, type: 'photo' });
const signature = (key: string, label: string): FormField => ({ key, label, type: 'signature' });
const place = (key: string, label: string): FormField => ({ key, label, type: 'location' });
const date = (key: string, label: string): FormField => ({ key, label, type: 'dateTime' });
const choice = (key: string, label: string, options: FormField['options']): FormField => ({
  key,
  label,
  type: 'choice',
  ...(options === undefined ? {} : { options }),
});

/** Eight forms of different shapes. */
export const FORMS: readonly FormPlan[] = [
  {
    id: 'form-pretrip',
    name: 'Pre-trip check',
    description: 'Before the first trip of a day',
    fields: [
      number('odometer', 'Odometer', 'km'),
      choice('lights', 'Lights', YES_NO),
      choice('tyres', 'Tyres', YES_NO),
      choice('mirrors', 'Mirrors', YES_NO),
      {
        key: 'equipment',
        label: 'Equipment on board',
        type: 'multiChoice',
        options: ['Warning triangle', 'First aid kit', 'High-visibility vest', 'Fire extinguisher'],
      },
      text('remarks', 'Remarks'),
      photo('photo', 'Photo of the vehicle'),
      { ...signature('signature', 'Signature of the driver'), required: true },
    ],
  },
  {
    id: 'form-accident',
    name: 'Accident report',
    description: 'Right after an accident',
    fields: [
      {
        key: 'what',
        label: 'What happened',
        type: 'section',
        fields: [
          date('occurredAt', 'When'),
          place('place', 'Where'),
          text('account', 'Account of the driver'),
        ],
      },
      {
        key: 'others',
        label: 'Others involved',
        type: 'table',
        columns: [text('name', 'Name'), text('plate', 'Registration'), text('insurer', 'Insurer')],
      },
      {
        key: 'evidence',
        label: 'Evidence',
        type: 'section',
        fields: [
          photo('photoFront', 'From the front'),
          photo('photoSide', 'From the side'),
          { key: 'injured', label: 'Somebody hurt', type: 'boolean' },
        ],
      },
    ],
  },
  {
    id: 'form-delivery',
    name: 'Proof of delivery',
    description: 'Handed over at the customer',
    fields: [
      text('orderNo', 'Order'),
      {
        key: 'parcels',
        label: 'Parcels',
        type: 'group',
        fields: [
          text('code', 'Code'),
          number('weight', 'Weight', 'kg'),
          choice('state', 'State', ['fine', 'dented', 'refused']),
        ],
      },
      text('recipient', 'Received by'),
      signature('recipientSignature', 'Signature of the recipient'),
      place('where', 'Place of delivery'),
      date('deliveredAt', 'Delivered'),
    ],
  },
  {
    id: 'form-fuel',
    name: 'Fuel receipt',
    description: 'When paid without a card',
    fields: [
      text('station', 'Station'),
      number('litres', 'Fuel', 'l'),
      number('amount', 'Amount', 'EUR'),
      choice('kind', 'Kind of fuel', [
        { value: 'diesel', label: 'Diesel' },
        { value: 'adblue', label: 'AdBlue' },
      ]),
      photo('receipt', 'Photo of the receipt'),
    ],
  },
  {
    id: 'form-temperature',
    name: 'Temperature log',
    description: 'Refrigerated loads',
    fields: [
      text('load', 'Load'),
      {
        key: 'readings',
        label: 'Readings',
        type: 'table',
        columns: [
          date('at', 'Time'),
          number('temperature', 'Temperature', '°C'),
          number('humidity', 'Humidity', '%'),
        ],
      },
      { key: 'doorOpened', label: 'Door was opened', type: 'boolean' },
    ],
  },
  {
    id: 'form-handover',
    name: 'Handover protocol',
    description: 'A vehicle changes hands',
    fields: [
      text('from', 'Handed over by'),
      text('to', 'Taken over by'),
      { key: 'keys', label: 'Keys', type: 'number' },
      {
        key: 'accessories',
        label: 'Accessories',
        type: 'multiChoice',
        options: ['Fuel card', 'Toll box', 'Dash camera', 'Snow chains'],
      },
      signature('signatureFrom', 'Signature, handing over'),
      signature('signatureTo', 'Signature, taking over'),
    ],
  },
  {
    id: 'form-yard',
    name: 'Yard inspection',
    description: 'Monthly round of the yard',
    fields: [
      {
        key: 'bays',
        label: 'Bays',
        type: 'group',
        fields: [
          text('bay', 'Bay'),
          choice('condition', 'Condition', ['good', 'fair', 'poor']),
          {
            key: 'defects',
            label: 'Defects',
            type: 'group',
            fields: [text('what', 'What'), photo('photo', 'Photo')],
          },
        ],
      },
      place('corner', 'Where the round began'),
      text('notes', 'Notes'),
    ],
  },
  {
    id: 'form-survey',
    name: 'Free survey',
    description: 'Whatever somebody wants to tell',
    fields: [
      text('title', 'Title'),
      text('message', 'Message'),
      { key: 'rating', label: 'Rating', type: 'rating' },
    ],
  },
];

/** The forms of a tenant; only the main one uses all of them. */
export function seedForms(seeding: Seeding, tenants: readonly Tenant[]): void {
  tenants.forEach((tenant, at) => {
    const plans = at === 0 ? FORMS : FORMS.slice(0, 1);
    plans.forEach((plan, index) => {
      const id = at === 0 ? plan.id : `${plan.id}-${tenant.client}`;
      const record = {
        id,
        name: plan.name,
        title: plan.name,
        description: plan.description,
        version: 1 + (index % 3),
        fields: plan.fields,
        status: 'active',
        archivedAt: null,
        team: tenant.team,
        createdAt: seeding.ago((300 - index * 11) * DAY_MS),
        updatedAt: seeding.ago((40 + index) * DAY_MS),
      };
      const doc = withRaw(record, at === 0 ? '"retention":9007199254740993,"weight":1.10' : '');
      const { client, reseller } = tenant;
      seeding.insert({ entity: 'form', id, doc, client, reseller });
    });
  });
}
