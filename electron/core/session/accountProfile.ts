import { ok, type Result } from '../../../shared/result.ts';
import { hasPath } from '../../../shared/rules/jsonValue.ts';
import type { Exchange } from '../api/exchange.ts';
import { retryAfterMs } from '../api/outcome.ts';
import { defaultProfile, parseProfile, type Profile } from '../api/profile.ts';
import { backoffOf, isOver, NO_BACKOFF } from '../backoff.ts';
import type { Store } from '../database.ts';
import type { Clock } from '../ports.ts';
import { probe, readProbed, type Probed } from './probe.ts';

/**
 * The connection profile of one account: the defaults, over them what the service was seen to
 * understand, over that what the person set.
 */
export interface AccountProfile {
  current(): Profile;
  /** What the person set, checked before: JSON object text, or empty. */
  setOverrides(overrides: string): void;
  probed(): Probed | null;
  /** Reads what an earlier run found. */
  load(): Promise<void>;
  /** Asks the service, keeps what was found and uses it. One run at a time. */
  probe(): Promise<Result<Probed>>;
  /**
   * The same where nothing was found yet, or long ago, and the service does not want to be left alone.
   * Never rejects.
   */
  probeWhenDue(): Promise<void>;
}

const META_KEY = 'profile.probed';
/** Services change rarely; asking costs some thirty small reads. */
const PROBE_EVERY_MS = 30 * 24 * 3_600_000;

/** The person's profile over a base; one that no longer fits counts as none. */
export function profileOf(saved: { profile: string }, base: Profile = defaultProfile): Profile {
  const parsed = parseProfile(saved.profile, base);
  return parsed.ok ? parsed.value : base;
}

export function createAccountProfile(setup: {
  store: Pick<Store, 'read' | 'write'>;
  clock: Clock;
  overrides: string;
  exchange(profile: () => Profile): Exchange;
  token(): string | null;
  signal: AbortSignal;
}): AccountProfile {
  let overrides = setup.overrides;
  let probed: Probed | null = null;
  let running: Promise<Result<Probed>> | null = null;
  let profile = profileOf({ profile: overrides });
  /** As long as a service asks for, it is asked only where a person wants that. */
  let pause = NO_BACKOFF;

  const applyProfile = (): void => {
    profile = profileOf(
      { profile: overrides },
      probed === null ? defaultProfile : profileOf({ profile: probed.overrides }),
    );
  };

  const probeOnce = async (): Promise<Result<Probed>> => {
    const found = await probe({
      exchange: (using) => setup.exchange(() => using),
      token: setup.token,
      profile: profileOf({ profile: overrides }),
      isSet: (path) => hasPath(overrides, path),
      signal: setup.signal,
      now: () => setup.clock.now(),
      limited({ headers }) {
        pause = backoffOf(retryAfterMs(headers, setup.clock), setup.clock.now());
      },
    });
    if (!found.ok || setup.signal.aborted) return found;
    const stored = await setup.store.write('meta.put', {
      key: META_KEY,
      value: JSON.stringify(found.value),
    });
    if (!stored.ok) return stored;
    probed = found.value;
    applyProfile();
    return ok(probed);
  };

  const probeInTurn = (): Promise<Result<Probed>> => {
    running ??= probeOnce().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    current: () => profile,
    setOverrides(next) {
      overrides = next;
      applyProfile();
    },
    probed: () => probed,
    async load() {
      probed = readProbed(await setup.store.read('meta.get', { key: META_KEY }));
      applyProfile();
    },
    probe: probeInTurn,
    async probeWhenDue() {
      if (running !== null || !isOver(pause, setup.clock.now())) return;
      if (probed !== null && setup.clock.now() - probed.at < PROBE_EVERY_MS) return;
      await probeInTurn();
    },
  };
}
