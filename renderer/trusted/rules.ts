/**
 * Trusted Types: the page's policy lets no text become markup, a script or the address of one,
 * unless a rule made it. TypeScript's types of the DOM do not know them yet.
 */

/** What a rule is asked to make; null refuses, and the browser reports it. */
export interface Rules {
  createHTML?: (text: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

/** The name of the rules; the policy of the page (`electron/shell/protocol.ts`) allows them and Svelte's. */
export const DEFAULT = 'default';

/**
 * What is asked where a text is handed over as it is. Of all that the desk does, the addresses of its
 * workers alone come so; Svelte's templates have rules of their own. What has no rule here (markup,
 * scripts) is refused.
 *
 * @param workers their addresses, as they were built
 */
export function defaultRules(workers: readonly string[]): Rules {
  return { createScriptURL: (address) => (workers.includes(address) ? address : null) };
}

interface Factory {
  createPolicy: (name: string, rules: Rules) => unknown;
}

/** Puts the rules of a name in force; a browser without Trusted Types takes plain texts. */
export function createPolicy(name: string, rules: Rules): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  trustedTypes?.createPolicy(name, rules);
}
