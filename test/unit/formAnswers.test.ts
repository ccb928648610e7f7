import { describe, expect, test } from 'vitest';
import {
  answerOf,
  answersOfForm,
  mergeAnswers,
} from '../../renderer/features/forms/knownAnswers.ts';
import { runsOf } from '../../renderer/answers/kinds.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { complexAnswer, complexForm } from '../support/answers.ts';

describe('which answers are known', () => {
  test('a form names them by id or as objects, under one of the usual names', () => {
    expect(
      answersOfForm('{"answers":[7,"b",{"id":9,"createdAt":"2026-01-01T00:00:00Z"}]}'),
    ).toEqual([
      expect.objectContaining({ id: '7', createdAt: null }),
      expect.objectContaining({ id: 'b' }),
      expect.objectContaining({ id: '9', createdAt: Date.UTC(2026, 0, 1) }),
    ]);
    expect(
      answersOfForm('{"responses":[{"answerId":"x","vehicle":{"id":3,"regNo":"AB-1"}}]}'),
    ).toEqual([expect.objectContaining({ id: 'x', vehicleId: '3', vehicle: 'AB-1' })]);
    expect(answersOfForm('{"answers":{"count":3}}')).toEqual([]);
    expect(answersOfForm('not JSON')).toEqual([]);
  });

  test('an answer tells of itself under the id that it was opened by', () => {
    const known = answerOf('A-2002', JSON.stringify(complexAnswer));
    expect(known).toMatchObject({
      id: 'A-2002',
      formId: '8',
      vehicleId: '21',
      vehicle: 'BX-902-L',
      driver: 'Tomas Verel',
    });
    expect(answerOf('x', '[]')).toMatchObject({ id: 'x', formId: null, createdAt: null });
  });

  test('a shorter list takes nothing away, and later facts fill gaps', () => {
    const whole = answersOfForm(
      '{"answers":[{"id":1,"createdAt":"2026-01-01T00:00:00Z","vehicleId":5},{"id":2,"createdAt":"2026-01-02T00:00:00Z"}]}',
    );
    const latest = answersOfForm(
      '{"answers":[{"id":3,"createdAt":"2026-01-03T00:00:00Z"},{"id":1,"title":"T"}]}',
    );
    const merged = mergeAnswers(whole, latest);
    expect(merged.map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(merged[2]).toMatchObject({
      vehicleId: '5',
      title: 'T',
      createdAt: Date.UTC(2026, 0, 1),
    });
    expect(mergeAnswers(merged, latest)).toEqual(merged);
  });
});

test('neighbours of one kind are drawn together, and wrappers that say nothing left out', () => {
  const layout = layoutAnswer(JSON.stringify(complexAnswer), JSON.stringify(complexForm));
  expect(runsOf(layout?.body ?? []).map((run) => run.is)).toEqual([
    'block',
    'block',
    'gallery',
    'block',
    'fields',
    'signatures',
  ]);
});
