import { call } from '../bridge.ts';
import type { AppError, Input } from '../bridge.ts';

type Settings = Input<'shell.setAttention'>;

/** When the system tells of writes that need the person; of the installed app alone. */
class Attention {
  /** Null until it is known, and where there is none. */
  settings = $state.raw<Settings | null>(null);
  error = $state.raw<AppError | null>(null);

  async load(): Promise<void> {
    const result = await call('shell.attention', {});
    if (result.ok) this.settings = result.value.attention;
    else this.error = result.error;
  }

  async set(change: Partial<Settings>): Promise<void> {
    if (this.settings === null) return;
    this.settings = { ...this.settings, ...change };
    const result = await call('shell.setAttention', this.settings);
    this.error = result.ok ? null : result.error;
  }
}

export const attention = new Attention();
