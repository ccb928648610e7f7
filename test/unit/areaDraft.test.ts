import { describe, expect, it } from 'vitest';
import {
  BLANK,
  addPoint,
  bodyOf,
  changesOf,
  convert,
  emptyGeometry,
  isEdited,
  movePoint,
  newDraft,
  readCoordinate,
  parsePair,
  problemsOf,
  removePoint,
  reorderPoint,
} from '../../renderer/features/areas/draft.ts';
import { fingerprint } from '../../renderer/features/areas/fingerprint.ts';
import type { AreaBody, Draft, Geometry } from '../../renderer/features/areas/draft.ts';

const at = { lat: 41.06, lng: -2.31 };
const points = [
  { lat: 0, lng: 0 },
  { lat: 0, lng: 1 },
  { lat: 1, lng: 1 },
  { lat: 1, lng: 0 },
];
const polygon: Geometry = { type: 'polygon', points, radiusM: null };
const draft = (geometry: Geometry): Draft => ({ ...newDraft(null), name: 'Yard', geometry });
const places = (d: Draft): string[] => problemsOf(d).map((problem) => problem.at);

describe('area draft: what keeps it from being saved', () => {
  it('names every part that is missing in a new draft', () => {
    expect(places(newDraft(null))).toEqual(['name', 'point']);
    expect(places({ ...newDraft(at), name: 'Yard' })).toEqual([]);
  });

  it('refuses a radius, a colour or a position out of range', () => {
    const circle = newDraft(at).geometry;
    expect(places(draft({ ...circle, radiusM: 0 }))).toEqual(['radius']);
    expect(places(draft({ ...circle, radiusM: null }))).toEqual(['radius']);
    expect(places({ ...draft(circle), colour: 'teal' })).toEqual(['colour']);
    expect(places(draft({ ...circle, points: [{ lat: 90.5, lng: 0 }] }))).toEqual(['point']);
  });

  it('refuses a polygon that crosses itself and says which edges do', () => {
    const bow = [points[0], points[2], points[1], points[3]].flatMap((p) => p ?? []);
    const [problem] = problemsOf(draft({ ...polygon, points: bow }));
    expect(problem?.text).toContain('from corner 1 to 2');
    expect(problem?.text).toContain('from corner 3 to 4');
  });

  it('looks into a shape once, however often the name changes', () => {
    const bow = [points[0], points[2], points[1], points[3]].flatMap((p) => p ?? []);
    const crossed = draft({ ...polygon, points: bow });
    const [problem] = problemsOf(crossed);
    expect(problemsOf({ ...crossed, name: 'Other' })[0]).toBe(problem);
    expect(problemsOf({ ...crossed, geometry: polygon })).toEqual([]);
  });

  it('refuses a shape that reaches over the date line', () => {
    const far = [
      { lat: 10, lng: 179 },
      { lat: 10, lng: -179 },
      { lat: 11, lng: -179 },
    ];
    for (const type of ['polygon', 'polyline'] as const) {
      const [problem, ...more] = problemsOf(draft({ type, points: far, radiusM: null }));
      expect([problem?.at, more]).toEqual(['shape', []]);
      expect(problem?.text).toContain('date line');
    }
    const corners = far.slice(0, 1).concat(far.slice(2));
    expect(places(draft({ type: 'rectangle', points: corners, radiusM: null }))).toEqual(['shape']);
  });

  it('refuses a circle and a corridor whose reach goes over the date line', () => {
    const near = { lat: 10, lng: 179.9 };
    const circle = (radiusM: number): Geometry => ({ type: 'circle', points: [near], radiusM });
    expect([places(draft(circle(5_000))), places(draft(circle(50_000)))]).toEqual([[], ['shape']]);
    const line = [near, { lat: 11, lng: 179.9 }];
    const corridor = (radiusM: number | null): Geometry => ({
      ...{ type: 'polyline', points: line, radiusM },
    });
    const [narrow, wide] = [places(draft(corridor(null))), places(draft(corridor(50_000)))];
    expect([narrow, wide]).toEqual([[], ['shape']]);
  });

  it('lets the name change of an area whose shape is as the service has it', () => {
    const bow = [points[0], points[2], points[1], points[3]].flatMap((p) => p ?? []);
    const crossed = draft({ ...polygon, points: bow });
    const before = JSON.stringify(bodyOf(crossed));
    const opened = { ...crossed, targetId: '7', before, geometry: { ...crossed.geometry } };
    expect(places({ ...opened, name: 'Other' })).toEqual([]);
    const moved = { ...opened.geometry, points: bow.with(0, { lat: 0.1, lng: 0 }) };
    expect(places({ ...opened, geometry: moved })).toEqual(['shape']);
  });

  it('refuses a rectangle without width', () => {
    const flat = [points[0], points[1]].flatMap((p) => p ?? []);
    expect(places(draft({ type: 'rectangle', points: flat, radiusM: null }))).toEqual(['shape']);
  });

  it('lets a line be without a reach', () => {
    const line: Geometry = { type: 'polyline', points, radiusM: null };
    expect(places(draft(line))).toEqual([]);
    expect(bodyOf(draft(line))).not.toHaveProperty('radius');
    expect(bodyOf(draft({ ...line, radiusM: 25 }))).toHaveProperty('radius', 25);
  });
});

describe('area draft: its fingerprint', () => {
  it('is the same for the same text and another for any other, and takes no room', () => {
    const texts = Array.from({ length: 20_000 }, (_, at) => `{"lat":${String(at / 1e6)}}`);
    expect(new Set([...texts, ...texts].map(fingerprint)).size).toBe(texts.length);
    expect(Number.isSafeInteger(fingerprint('x'.repeat(100_000)))).toBe(true);
  });
});

describe('area draft: points', () => {
  it('adds, moves, orders and removes them', () => {
    const longer = addPoint(polygon, 1);
    expect(longer.points).toHaveLength(5);
    expect(longer.points[2]?.lat).toBeNaN();
    const moved = movePoint(longer, 2, at);
    expect(moved.points[2]).toEqual(at);
    expect(reorderPoint(moved, 2, 0).points[0]).toEqual(at);
    expect(reorderPoint(moved, 0, -1)).toBe(moved);
    expect(removePoint(moved, 2).points).toEqual(points);
  });

  it('keeps the fewest points of each kind', () => {
    const triangle = removePoint(polygon, 3);
    expect(removePoint(triangle, 0)).toBe(triangle);
  });
});

describe('area draft: kinds', () => {
  it('keeps the ground when the kind changes', () => {
    const circle = convert(polygon, 'circle');
    expect(circle.points).toEqual([{ lat: 0.5, lng: 0.5 }]);
    const rectangle = convert(polygon, 'rectangle');
    expect(rectangle.points).toEqual([
      { lat: 1, lng: 0 },
      { lat: 0, lng: 1 },
    ]);
    expect(convert(rectangle, 'polygon').points).toHaveLength(4);
    expect(convert(circle, 'polygon').points).toHaveLength(24);
    expect(convert(polygon, 'polyline').points).toEqual(points);
  });

  it('starts empty where there is nothing to keep', () => {
    expect(convert(emptyGeometry('circle'), 'polygon')).toEqual(emptyGeometry('polygon'));
  });
});

describe('area draft: what is sent', () => {
  const whole = (change: Partial<Draft> = {}): AreaBody => {
    const body = bodyOf({ ...draft(polygon), ...change });
    if (body === undefined) throw new Error('The draft has no shape.');
    return body;
  };

  it('sends a create whole', () => {
    expect(bodyOf({ ...newDraft(at), name: ' Yard ' })).toEqual({
      name: 'Yard',
      type: 'circle',
      coordinates: [at],
      radius: 250,
      color: '#0f7c8a',
      groupIds: [],
    });
  });

  it('sends only the fields that a change touched', () => {
    expect(changesOf(whole(), whole())).toEqual({});
    expect(changesOf(whole({ name: 'Dock' }), whole())).toEqual({ name: 'Dock' });
    expect(changesOf(whole({ groupIds: [2, 'a'] }), whole({ groupIds: ['a', 2] }))).toEqual({});
    expect(changesOf(whole({ colour: '#0F7C8A' }), whole())).toEqual({});
  });

  it('sends the parts of a geometry together', () => {
    const geometry = movePoint(polygon, 0, at);
    const changes = changesOf(whole({ geometry }), whole());
    expect(Object.keys(changes)).toEqual(['type', 'coordinates']);
  });
});

describe('area draft: a radius that is gone', () => {
  it('is sent as null: of a line without its reach, of a circle that is a line or an outline now', () => {
    const bodyWith = (geometry: Geometry): AreaBody => {
      const body = bodyOf(draft(geometry));
      if (body === undefined) throw new Error('The draft has no shape.');
      return body;
    };
    const line: Geometry = { type: 'polyline', points, radiusM: 25 };
    const narrow = { ...line, radiusM: null };
    expect(changesOf(bodyWith(narrow), bodyWith(line))).toHaveProperty('radius', null);
    expect(changesOf(bodyWith(line), bodyWith(narrow))).toHaveProperty('radius', 25);
    const circle = newDraft(at).geometry;
    for (const type of ['polyline', 'polygon'] as const) {
      const changes = changesOf(bodyWith(convert(circle, type)), bodyWith(circle));
      expect(changes).toMatchObject({ type, radius: null });
    }
    const moved = changesOf(bodyWith(movePoint(narrow, 0, at)), bodyWith(narrow));
    expect(moved).not.toHaveProperty('radius');
  });
});

describe('area draft: typed numbers', () => {
  it('reads numbers with point or comma and nothing else', () => {
    expect(readCoordinate(' 41,5 ')).toBe(41.5);
    expect(readCoordinate('-2.25')).toBe(-2.25);
    expect(readCoordinate('٤١٫٥')).toBe(41.5);
    expect(readCoordinate('٤١')).toBe(41);
    expect(readCoordinate('')).toBeNull();
    expect(readCoordinate('12 m')).toBeNaN();
    expect(readCoordinate('1e3')).toBeNaN();
  });

  it('reads a pasted pair, latitude first', () => {
    expect(parsePair('41.06, -2.31')).toEqual(at);
    expect(parsePair('41.06 -2.31')).toEqual(at);
    expect(parsePair('41.06')).toBeNull();
    expect(parsePair('141.06, -2.31')).toBeNull();
  });
});

describe('area draft: a comma', () => {
  it('between two whole numbers is that of decimals, not between two of them', () => {
    expect([parsePair('41,5'), readCoordinate('41,5')]).toEqual([null, 41.5]);
    expect([parsePair('٤١,٥'), readCoordinate('٤١,٥')]).toEqual([null, 41.5]);
    expect(parsePair('٤١٫٠٥، ٢٫٣١')).toEqual({ lat: 41.05, lng: 2.31 });
    expect(parsePair('-2,31')).toBeNull();
    expect(parsePair('41, 5')).toEqual({ lat: 41, lng: 5 });
    expect(parsePair('41.06,-2.31')).toEqual(at);
    expect(parsePair('41,06; -2,31')).toEqual(at);
    expect(parsePair('41,06 -2,31')).toEqual(at);
  });
});

describe('area draft: whether it would be missed', () => {
  it('is touched by a name or a position, and a change by what differs from its area', () => {
    expect(isEdited(newDraft(null))).toBe(false);
    expect(isEdited({ ...newDraft(null), name: 'Yard' })).toBe(true);
    expect(isEdited(newDraft(at))).toBe(true);
    const opened: Draft = { ...draft(polygon), targetId: '7' };
    const change: Draft = { ...opened, before: JSON.stringify(bodyOf(opened)) };
    expect(isEdited(change)).toBe(false);
    expect(isEdited({ ...change, name: 'Yard 2' })).toBe(true);
    expect(isEdited({ ...change, geometry: movePoint(polygon, 0, BLANK) })).toBe(true);
  });
});
