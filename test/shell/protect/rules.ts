import { coreRules } from './rules/core.ts';
import { deskRules } from './rules/desk.ts';
import { doorRules } from './rules/doors.ts';
import { processRules } from './rules/process.ts';
import type { Rule } from './rules/rule.ts';
import { sessionRules } from './rules/session.ts';
import { windowRules } from './rules/windows.ts';

export type { Edit, Rule } from './rules/rule.ts';

/** Every protective line of the shell, by the rows of docs/security.md. */
export const rules: readonly Rule[] = [
  ...deskRules,
  ...processRules,
  ...sessionRules,
  ...windowRules,
  ...coreRules,
  ...doorRules,
];
