import type { Input } from '../bridge.ts';
import { remembered } from './remembered.svelte.ts';

export type Paper = Input<'review.driverPdf'>['paper'];
export const PAPERS: readonly Paper[] = ['a4', 'us-letter'];

/** The sheet that local documents are made for: what was chosen last, by account. */
export const paper = remembered<Paper>('documents.paper', 'a4', (stored) =>
  stored === 'us-letter' ? stored : 'a4',
);
