import { common } from './ar/common.ts';
import * as features from './ar/features.ts';
import { shell } from './ar/shell.ts';
import type { Text } from './en.ts';

/** The desk in Arabic. What is missing here is said in English. */
export const words = {
  ...common,
  ...shell,
  ...features,
} satisfies Text;
