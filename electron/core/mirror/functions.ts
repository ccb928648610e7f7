import type { Database } from 'better-sqlite3';
import { isArchivedText } from '../../../shared/rules/archived.ts';
import { versionIn } from '../../../shared/rules/formAsked.ts';
import { instantOf } from '../../../shared/rules/instant.ts';
import { addReviewFunctions } from '../review/model/functions.ts';
import { addPlaceFunctions } from './areaFunctions.ts';
import { foldedText, numberIn } from './conditions.ts';
import { answerForm, rememberingFacts } from './answerFacts.ts';
import { answerDigest } from './answerDigest.ts';
import { answerBody, answerTitle } from './describeAnswer.ts';
import { formChoice } from './formVersions.ts';
import { naturalKey } from './naturalKey.ts';

/** Registers what queries and triggers call. Every connection needs it before it touches a table. */
export function addFunctions(db: Database): void {
  const pure = { deterministic: true } as const;
  addPlaceFunctions(db);
  addReviewFunctions(db);
  db.function('answer_title', pure, answerTitle);
  db.function('answer_body', pure, answerBody);
  db.function('answer_digest', pure, answerDigest);
  db.function('answer_form', pure, answerForm);
  db.function('answer_facts', pure, rememberingFacts());
  db.function('form_version', pure, versionIn);
  db.function('form_choice', pure, formChoice);
  db.function('is_archived', pure, (text: unknown) =>
    typeof text === 'string' && isArchivedText(text) ? 1 : 0,
  );
  db.function('natural_key', pure, naturalKey);
  db.function('folded_text', pure, foldedText);
  db.function('number_in', pure, numberIn);
  db.function('instant_in', pure, instantOf);
}
