/** Movement of a vehicle as the map and the tables show it. The index is the wire form. */
export const POSITION_STATUSES = ['driving', 'idling', 'stopped', 'offline', 'unknown'] as const;
export type PositionStatus = (typeof POSITION_STATUSES)[number];

/** The wire form of a status text; tenants' own values are `unknown`, never guessed. */
export function positionStatusIndex(status: string | null | undefined): number {
  const index = POSITION_STATUSES.findIndex((known) => known === status?.toLowerCase());
  return index === -1 ? POSITION_STATUSES.indexOf('unknown') : index;
}
