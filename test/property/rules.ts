import { keepingRules } from './rules/keeping.ts';
import { meanwhileRules } from './rules/meanwhile.ts';
import { mirrorRules } from './rules/mirror.ts';
import { peopleRules } from './rules/people.ts';
import { proofRules } from './rules/proof.ts';
import type { Rule } from './rules/rule.ts';
import { sendingRules } from './rules/sending.ts';
import { windowRules } from './rules/windows.ts';

/** Every protective rule of mirror and outbox that can be switched off by changing a text. */
export const rules: readonly Rule[] = [
  ...sendingRules,
  ...keepingRules,
  ...meanwhileRules,
  ...mirrorRules,
  ...proofRules,
  ...windowRules,
  ...peopleRules,
];
