/** How an account is left. */
export type Leaving = 'signOut' | 'use' | 'remove';
