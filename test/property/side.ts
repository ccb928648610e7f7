import type { Desk } from './desk.ts';
import type { Model } from './model.ts';

/** A desk and what the model knows of it. */
export interface Side {
  model: Model;
  desk: Desk;
}
