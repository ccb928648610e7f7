import type { AppError } from '../../../shared/result.ts';

/**
 * Ends a query and answers with this error. A write's transaction is rolled back; a read that comes
 * after the database was closed (another account was opened meanwhile) ends so too.
 */
export class Refusal extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.name = 'Refusal';
    this.error = error;
  }
}
