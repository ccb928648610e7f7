import { parseArgs } from 'node:util';
import { Stop } from './project.mjs';

/**
 * The flags of a command, and the words beside them.
 *
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {Options} options
 * @param {boolean} [words] whether words may stand beside the flags
 * @throws {Stop} that says what was not understood
 */
export function readFlags(options, words = false) {
  try {
    return parseArgs({ options, allowPositionals: words });
  } catch (error) {
    // Behind the first sentence it explains how to say such a thing as a word.
    const [said] = (error instanceof Error ? error.message : String(error)).split('. ');
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new Stop(`${said}.\nThere are: ${known.join(', ')}.`);
  }
}
