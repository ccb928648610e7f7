import { common } from './de/common.ts';
import * as features from './de/features.ts';
import { shell } from './de/shell.ts';
import type { Text } from './en.ts';

/** The desk in German. What is missing here is said in English. */
export const words = {
  ...common,
  ...shell,
  ...features,
} satisfies Text;
