import { call } from '../bridge.ts';
import type { AppError, Entity } from '../bridge.ts';

/** Reads a list from the service now; gives why that failed. */
export async function readList(entity: Entity): Promise<AppError | null> {
  const result = await call('records.refresh', { entity });
  return result.ok ? null : result.error;
}
