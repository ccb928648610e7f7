import { migration as firstForm } from './0013-first-form.ts';
import { migration as reviews } from './0014-reviews.ts';
import { migration as listedArchived } from './0015-listed-archived.ts';
import { migration as formVersions } from './0016-form-versions.ts';
import { migration as latestRecord } from './0017-latest-record.ts';
import { migration as answerDigest } from './0018-answer-digest.ts';
import type { Migration } from './migration.ts';

/**
 * Every migration in its order. The first makes the form of the first release; what was tried
 * before it had smaller numbers.
 */
export const migrations: readonly [Migration, ...Migration[]] = [
  firstForm,
  reviews,
  listedArchived,
  formVersions,
  latestRecord,
  answerDigest,
];
