/** Settings of the app and of its maps as they are delivered: what was modified differs from these. */

export const ATTENTION_AT_FIRST = {
  ...{ notifications: true, quiet: false, quietFrom: '18:00', quietTo: '07:00' },
} as const;

export const GROUND_CACHE_AT_FIRST = { limitBytes: 500_000_000, ageDays: 30 } as const;
