import { one } from './rule.ts';
import type { Rule } from './rule.ts';

/** Where tokens lie, and what they leave this computer by. */

const SECRETS = 'electron/shell/secrets.ts';
const ENTRIES = 'electron/shell/keychainEntries.ts';

export const sessionRules: readonly Rule[] = [
  one(
    'secrets',
    ENTRIES,
    'a removed account leaves no entry',
    'await keychain.deletePassword(SERVICE, account);',
    '',
  ),
  one(
    'secrets',
    ENTRIES,
    'a locked keyring that says there is no entry is not believed',
    "await keychain.setPassword(SERVICE, PROBE, 'open');",
    '',
  ),
  one(
    'secrets',
    SECRETS,
    'what was signed out stays so',
    'if (!isKnown || owed.get(accountId) === null) return null;',
    '',
  ),
  one(
    'secrets',
    SECRETS,
    'what was signed out stays so over the end of the app',
    'await signOuts.add(accountId);',
    '',
  ),
  one(
    'secrets',
    ENTRIES,
    'parts of two tokens are no token',
    'if (hashOf(whole) !== head.sha256) return null;',
    '',
  ),
  one(
    'secrets',
    ENTRIES,
    'a token that could not be replaced is taken out',
    'await takeOut(keychain, account);\n    return false;',
    'return false;',
  ),
  one('secrets', SECRETS, 'a keychain that refuses is said', 'locked = true;', ''),
  one(
    'certificates',
    'electron/core/adapters/http.ts',
    'certificates of the system',
    "for (const certificate of tls.getCACertificates('system')) known.add(certificate);",
    '',
  ),
  one(
    'certificates',
    'electron/core/adapters/http.ts',
    'certificates of the system: for proxies behind https',
    'if (isSecure(proxyEnv)) tls.setDefaultCACertificates(ca);',
    '',
  ),
  one(
    'https',
    'electron/core/adapters/http.ts',
    'https alone leaves this computer',
    'isLoopback(url.hostname)) return null',
    'url.hostname) return null',
  ),
];
