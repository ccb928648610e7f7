import { expect, test } from 'vitest';
import { at, sharedBench, type Json } from './support.ts';

const { ask } = await sharedBench({ vehicles: 10 });

const forms = (await ask('GET', '/digital-form/form')).json as Json[];
const details = await Promise.all(
  forms.map(
    async (form) => (await ask('GET', `/digital-form/form/${String(at(form, 'id'))}`)).json,
  ),
);
const listOf = (value: Json): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** Every value inside an answer, however deep, with the key under which it lies. */
function* valuesIn(value: Json, key = ''): Generator<{ key: string; value: Json }> {
  yield { key, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* valuesIn(inner, name);
}

test('the forms have different shapes', () => {
  expect(forms).toHaveLength(8);
  expect(new Set(forms.map((form) => at(form, 'name'))).size).toBe(8);
  const shapes = details.map((form) =>
    [...valuesIn(form)]
      .filter(({ key }) => key === 'key' || key === 'type')
      .map(({ value }) => String(value))
      .join(),
  );
  expect(new Set(shapes).size).toBe(8);
});

test('answers hold every kind of value that forms have, and fields that nobody declared', async () => {
  const ids = details.flatMap((form) => listOf(at(form, 'answers')).map((one) => at(one, 'id')));
  expect(ids).toHaveLength(300);
  const declared = new Set(
    details.flatMap((form) => [...valuesIn(form)].map(({ value }) => value)),
  );
  const seen = new Set<string>();
  for (const id of ids) {
    const answer = (await ask('GET', `/digital-form/answer/${String(id)}`)).json;
    for (const { key, value } of valuesIn(answer)) {
      if (typeof value === 'number') seen.add('number');
      if (typeof value === 'string' && value.startsWith('data:image/')) seen.add('photo');
      else if (typeof value === 'string' && value.length > 40) seen.add('text');
      if (typeof value === 'string' && ['ok', 'damaged', 'missing'].includes(value)) {
        seen.add('choice');
      }
      if (/signature/i.test(key) && value !== null) seen.add('signature');
      if (typeof at(value, 'lat') === 'number' && typeof at(value, 'lng') === 'number') {
        seen.add('place');
      }
      const rows = listOf(value);
      if (rows.length > 1 && rows.every((row) => typeof row === 'object')) seen.add('group');
      if (key === 'appVersion' && !declared.has(key)) seen.add('undeclared');
    }
  }
  expect([...seen].sort()).toEqual([
    'choice',
    'group',
    'number',
    'photo',
    'place',
    'signature',
    'text',
    'undeclared',
  ]);
});
