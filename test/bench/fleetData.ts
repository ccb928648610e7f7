/** Records that the embedded service has too few of, in the shapes in which it sends them. */

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 4, 6, 9, 30, 0);

/** Numbers that look drawn and are the same in every run. */
function drawer(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const STREETS = ['Harbour', 'Mill', 'Station', 'Orchard', 'Foundry', 'Chapel', 'Quarry', 'Meadow'];
const KINDS = ['Yard', 'Depot', 'Zone', 'Gate', 'Terminal', 'Ring'];
const FIRST = ['Ellwyn', 'Marlo', 'Tessen', 'Orla', 'Brannic', 'Sefa', 'Ludo', 'Wenna'];
const LAST = ['Quillolm', 'Harrowby', 'Tansett', 'Vellmere', 'Oskeld', 'Drumfeather'];

const iso = (ms: number): string => new Date(ms).toISOString();

/** Areas spread over a region: polygons of six corners and circles. */
export function areaTexts(count: number): string[] {
  const draw = drawer(11);
  return Array.from({ length: count }, (_, index) => {
    const lat = 40 + draw(200_000) / 100_000;
    const lng = -3 + draw(200_000) / 100_000;
    const circle = draw(4) === 0;
    const corner = (at: number): { lat: number; lng: number } => ({
      lat: lat + 0.002 * Math.sin(at),
      lng: lng + 0.002 * Math.cos(at),
    });
    return JSON.stringify({
      id: 700_001 + index,
      name: `${STREETS[draw(STREETS.length)] ?? ''} ${KINDS[draw(KINDS.length)] ?? ''} ${index}`,
      type: circle ? 'circle' : ['polygon', 'rectangle', 'route'][draw(3)],
      status: 'active',
      coordinates: circle ? [{ lat, lng }] : [0, 1, 2, 3, 4, 5].map(corner),
      ...(circle ? { radius: 50 + draw(900) } : {}),
      groups: [{ id: 90 + draw(5), name: `Group ${draw(5)}` }],
      colour: `#${(0x100000 + draw(0xefffff)).toString(16)}`,
      archivedAt: null,
      createdAt: iso(NOW_MS - draw(20_000) * HOUR_MS),
      updatedAt: iso(NOW_MS - draw(2_000) * HOUR_MS),
    });
  });
}

/** Fuel transactions of the vehicles named, over two months. */
export function fuelTexts(count: number, vehicleIds: readonly string[]): string[] {
  const draw = drawer(23);
  return Array.from({ length: count }, (_, index) => {
    const refueled = (2000 + draw(60_000)) / 100;
    const fuelPrice = (1420 + draw(360)) / 1000;
    const vehicleId = Number(vehicleIds[draw(vehicleIds.length)] ?? 0);
    const driver = `${FIRST[draw(FIRST.length)] ?? ''} ${LAST[draw(LAST.length)] ?? ''}`;
    return JSON.stringify({
      id: 5_000_001 + index,
      driver: { id: 3001 + draw(400), fullName: driver },
      fuelCardNumber: `7000 55${10 + draw(90)} ${1000 + draw(9000)}`,
      fuelPrice,
      petrolStation: `${STREETS[draw(STREETS.length)] ?? ''} Fuel ${draw(40)}`,
      refueled,
      total: Math.round(refueled * fuelPrice * 100) / 100,
      transactionDate: iso(NOW_MS - draw(60 * 24 * 60) * 60_000),
      vehicle: { id: vehicleId, regNo: `WB-${100 + draw(900)}-${draw(90)}` },
      fuelTypeId: 1,
      updatedAt: iso(NOW_MS - draw(2_000) * HOUR_MS),
    });
  });
}

/** Answers to forms: twenty fields each. */
export function answerTexts(count: number): { id: string; text: string }[] {
  const draw = drawer(37);
  return Array.from({ length: count }, (_, index) => {
    const id = String(9_000_001 + index);
    const text = JSON.stringify({
      id: Number(id),
      name: `Departure check ${index}`,
      createdAt: iso(NOW_MS - draw(2_000) * HOUR_MS),
      data: Array.from({ length: 20 }, (_unused, field) => ({
        key: `field-${field}`,
        type: 'text',
        label: `Question ${field}`,
        value: `${STREETS[draw(STREETS.length)] ?? ''} ${draw(10_000)}`,
      })),
    });
    return { id, text };
  });
}
