import { fileErrors } from './fileErrors.ts';
import { ownErrors } from './ownErrors.ts';

interface ErrorWords {
  /** What failed, as a sentence or two; empty where the core has said it in this language. */
  readonly what: string;
  /** What is safe. */
  readonly safe: string;
}
const SAID: ErrorWords = { what: '', safe: '' };

/** What failed, by the code of the error. What no code stands for here is said as the core says it. */
export const errors = {
  /** The service's own words. */
  says: (said: string) => `It says: “${said}”`,
  codes: {
    'http.unreachable': { ...SAID },
    'http.broken': { ...SAID },
    'http.aborted': { ...SAID },
    'http.tooLarge': { ...SAID },
    'http.clockSetBack': { ...SAID },
    'http.html': { ...SAID },
    'http.shape': { ...SAID },
    'http.redirect': { ...SAID },
    'http.invalid': { ...SAID },
    'http.denied': { ...SAID },
    'http.missing': { ...SAID },
    'http.unavailable': { ...SAID },
    'http.conflict': { ...SAID },
    'http.locked': { ...SAID },
    'http.refused': { ...SAID },
    'http.rateLimited': { ...SAID },
    'http.server': { ...SAID },
    'http.status': { ...SAID },
    'session.expired': { ...SAID },
    'session.refused': { ...SAID },
    'session.codeRefused': { ...SAID },
    'session.tokenRefused': { ...SAID },
    'session.tokenMalformed': { ...SAID },
    'session.tokenExpired': { ...SAID },
    'session.wrongAddress': { ...SAID },
    'session.unknownAccount': { ...SAID },
    'account.none': { ...SAID },
    ...fileErrors,
    ...ownErrors,
  },
} as const;
