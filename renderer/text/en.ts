import { common } from './en/common.ts';
import * as features from './en/features.ts';
import { shell } from './en/shell.ts';
import type { Words } from './languages.ts';

/**
 * Every string of the desk, by feature, in English until another language is put over it before any
 * component is loaded (`use.ts`); it is used as a constant. No component has words of its own (the lint rule `waybill/no-own-words`).
 */
export const text = {
  ...common,
  ...shell,
  ...features,
} as const;
export type Text = Words<typeof text>;

/** Parts with a name of their own where a page uses little else. */
export {
  areas as areaText,
  climate as climateText,
  forms as formText,
  map as mapText,
} from './en/features.ts';
