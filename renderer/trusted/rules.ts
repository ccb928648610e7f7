/**
 * Trusted Types: the page's policy lets no text become markup, a script or the address of one,
 * unless a rule made it. TypeScript's types of the DOM do not know them yet.
 */

/** What a rule is asked to make; null refuses, and the browser reports it. */
export interface Rules {
  createHTML?: (text: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

/** Names of rules; the policy of the page (`electron/shell/protocol.ts`) allows these and Svelte's. */
export const DEFAULT = 'default';
export const XML = 'waybill-xml';

/**
 * What is asked where a text is handed over as it is. Of all that the desk does, MapLibre's worker
 * alone comes so; Svelte's templates and files in XML have rules of their own. What has no rule here
 * (markup, scripts) is refused.
 *
 * @param mapWorker the address of MapLibre's worker, as it was built
 */
export function defaultRules(mapWorker: string): Rules {
  return { createScriptURL: (address) => (address === mapWorker ? address : null) };
}

interface Policy {
  createHTML: (text: string) => string;
}
interface Factory {
  createPolicy: (name: string, rules: Rules) => Policy;
}

/** Makes the rules of a name; null in a browser that has no Trusted Types, and takes plain texts. */
export function createPolicy(name: string, rules: Rules): Policy | null {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  return trustedTypes?.createPolicy(name, rules) ?? null;
}
