import type * as z from 'zod/mini';
import type { Schema } from '../api/endpoint.ts';

/**
 * The shape of one row of the call table: what the desk may ask of the core. Handlers, the
 * preload bridge, input checks and tests are derived from it.
 */
export interface Call {
  /** Whether it can change anything: the mirror, the queue or settings. */
  does: 'read' | 'write';
  /** How large an input may be, roughly, where that is more than an imported file. */
  mostBytes?: number;
  /**
   * Whose business it is. What is of the account that is open is refused where it was meant for
   * another one (`account.other`); what is of the app is not. Where a row does not say, what writes
   * is of the account, and what reads is of the app.
   */
  of?: 'account' | 'app';
  input: Schema;
  output: Schema;
}

export type Calls = Record<string, Call>;

export type InputOf<C extends Call> = z.input<C['input']>;
/** What a handler gets: the parsed input. */
export type ParsedOf<C extends Call> = z.output<C['input']>;
export type OutputOf<C extends Call> = z.output<C['output']>;
