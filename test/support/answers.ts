import { crc32, deflateSync } from 'node:zlib';

/** Made-up forms and answers of different shapes, for the layout, the page and the print. */

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A picture as a data address, coloured by a function of its pixel: red, green, blue. */
export function picture(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): string {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colour(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

export const photo = (hue: number): string =>
  picture(160, 120, (x, y) => {
    const ground = y > 78;
    const crate = x > 40 && x < 118 && y > 44 && y < 96;
    const plank = crate && (y - 44) % 13 < 2;
    if (plank) return [92, 66, 40];
    if (crate) return [168 + ((x * 7) % 18), 122 + hue, 70];
    return ground ? [118 + ((x ^ y) & 7), 122, 120] : [168 - y, 196 - (y >> 1), 214 - hue];
  });

export const SIGNATURE =
  'M8 52 C 24 8 40 6 36 34 S 20 66 34 58 S 62 20 66 38 S 58 60 74 50 S 92 28 100 40 S 112 56 128 36 L 168 40';

export const simpleForm = {
  id: 3,
  name: 'Fuel receipt',
  fields: [
    { key: 'station', type: 'text', label: 'Filling station' },
    { key: 'litres', type: 'number', label: 'Litres' },
    {
      key: 'paid',
      type: 'select',
      label: 'Paid with',
      options: { card: 'Fuel card', cash: 'Cash' },
    },
    { key: 'full', type: 'boolean', label: 'Tank full' },
  ],
};

/** JSON text, because numbers must keep their digits. */
export const simpleAnswerJson = `{"id":"A-1001","formId":3,"createdAt":"2026-03-04T09:30:00Z",
"vehicle":{"id":17,"regNo":"KD-418-T"},"driver":{"id":5,"fullName":"Mira Holt"},
"values":{"station":"Harbour North","litres":61.10,"paid":"card","full":true,"receiptNo":9007199254740993,"__proto__":"kept"}}`;

export const complexForm = {
  id: 8,
  name: 'Accident report',
  sections: [
    {
      key: 'event',
      type: 'group',
      label: 'What happened',
      fields: [
        {
          key: 'cause',
          type: 'radio',
          label: 'Cause',
          options: [{ value: 'c2', label: 'Reversing' }],
        },
        { key: 'story', type: 'longtext', label: 'In the driver’s words' },
        { key: 'where', type: 'location', label: 'Place of the accident' },
      ],
    },
    { key: 'damages', type: 'table', label: 'Damage' },
    { key: 'photos', type: 'photo', label: 'Photos' },
    { key: 'driverSignature', type: 'signature', label: 'Driver' },
    { key: 'witnessSignature', type: 'signature', label: 'Witness' },
  ],
};

export const complexAnswer = {
  id: 'A-2002',
  formId: 8,
  createdAt: '2026-03-05T17:45:10+01:00',
  submittedAt: '2026-03-05T18:02:00+01:00',
  vehicle: { id: 21, regNo: 'BX-902-L', label: 'Flatbed 2' },
  driver: { id: 9, fullName: 'Tomas Verel' },
  location: { lat: 52.10342, lng: 4.27655, accuracy: 6, address: 'Quay 3, East Dock' },
  values: {
    event: {
      cause: 'c2',
      story:
        'I was reversing to ramp 4 when a pallet fell from the ramp beside it. ' +
        'Nobody was hurt. '.repeat(28),
      where: { lat: 52.10342, lng: 4.27655, address: 'Ramp 4' },
      happenedAt: '2026-03-05T16:20:00Z',
      weather: ['Rain', 'Dark'],
    },
    damages: [
      { part: 'Rear door', kind: 'Dent', cost: 420.5, paint: { layer: 'two', depth_mm: 1.25 } },
      { part: 'Left lamp', kind: 'Broken', cost: 88 },
      { part: 'Ramp rubber', kind: 'Torn', cost: 35.25, note: 'Belongs to the customer' },
    ],
    photos: [
      { data: photo(0), caption: 'Rear door', takenAt: '2026-03-05T16:31:00Z' },
      { data: photo(30), caption: 'Lamp' },
      photo(60),
    ],
    said: {
      arabic: 'تم تسليم البضاعة بدون ضرر',
      thai: 'ส่งสินค้าเรียบร้อยแล้ว ไม่มีความเสียหาย',
      hindi: 'माल सुरक्षित पहुँचा',
      hebrew: 'המשלוח נמסר',
      greek: 'Παραδόθηκε',
      russian: 'Груз доставлен',
      vietnamese: 'Đã giao hàng tận nơi',
    },
    unsafe:
      '<script>document.title="x"</script><img src="https://evil.example/x.png" onerror=alert(1)></style>',
    driverSignature: SIGNATURE,
    witnessSignature: [
      [
        [2, 20],
        [10, 4],
        [18, 26],
        [30, 8],
      ],
      [
        [34, 20],
        [52, 10],
        [70, 22],
      ],
    ],
  },
};
