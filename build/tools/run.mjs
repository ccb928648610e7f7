/** Child processes for the commands: bounded in time, quiet when green, complete when red. */
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { projectEnv, root } from './project.mjs';

/**
 * @typedef {object} Ran
 * @property {number | null} code exit code; null when it was ended by a signal or never started
 * @property {string} output both streams, in the order they came, without colours
 * @property {boolean} timedOut
 * @property {number} ms
 */

/**
 * Ends of the programs that are running now: an interrupted command leaves none behind.
 *
 * @type {Set<(signal: NodeJS.Signals) => void>}
 */
const live = new Set();

function onSignal() {
  for (const end of live) end('SIGTERM');
  process.exit(130);
}

/**
 * Runs a program to its end and keeps what it printed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, limitMs?: number, show?: boolean, cwd?: string }} [options]
 *   `limitMs` ends it (and its children, where the system has process groups); `show` also prints
 *   while it runs
 * @returns {Promise<Ran>} never rejects: a program that is missing is a failed run
 */
export function run(command, args, options = {}) {
  const started = Date.now();
  const groups = process.platform !== 'win32';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? projectEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a script file on Windows, which only a shell can start.
      shell: !groups && /^npm$/.test(command),
      detached: groups,
    });
    /** @type {string[]} */
    const chunks = [];
    let timedOut = false;
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (groups && child.pid !== undefined) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It ended by itself in between.
      }
    };
    if (live.size === 0) {
      process.on('SIGINT', onSignal);
      process.on('SIGTERM', onSignal);
    }
    live.add(end);
    const timer =
      options.limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end('SIGKILL');
          }, options.limitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        chunks.push(text);
        if (options.show) process.stdout.write(text);
      });
    }
    /** @param {number | null} code */
    const finish = (code) => {
      clearTimeout(timer);
      live.delete(end);
      if (live.size === 0) {
        process.off('SIGINT', onSignal);
        process.off('SIGTERM', onSignal);
      }
      resolve({
        code,
        output: stripVTControlCharacters(chunks.join('')),
        timedOut,
        ms: Date.now() - started,
      });
    };
    child.on('error', (error) => {
      chunks.push(`${command}: ${error.message}\n`);
      finish(null);
    });
    child.on('close', finish);
  });
}

/**
 * Hands the terminal to a program that runs until it is told to end, and passes signals on.
 * A terminal sends Ctrl-C to both; this side only waits for the other to end tidily.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code; 0 when it ended because it was told to
 */
export function runInstead(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    let signals = 0;
    const onInterrupt = () => {
      signals += 1;
      if (signals > 2) child.kill('SIGKILL');
      // A terminal has told the child already; a supervisor signals this process alone.
      else if (!process.stdin.isTTY || signals > 1) child.kill('SIGTERM');
    };
    process.on('SIGINT', onInterrupt);
    process.on('SIGTERM', () => {
      signals += 1;
      child.kill('SIGTERM');
    });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(signals > 0 ? 0 : (code ?? 1)));
  });
}

/** `1.4 s`, `2 min 03 s`. @param {number} ms */
export function spent(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
