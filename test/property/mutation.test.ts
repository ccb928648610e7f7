import { spawn } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rules } from './rules.ts';

interface Result {
  rule: string;
  whole: string[];
  broken: string[];
}

/** Each rule loads the core anew, on a machine that may have other things to do. */
const LIMIT_MS = 1_200_000;
const results = new Map<string, Result>();

/** Runs the rules in a process of its own, whose loader changes one text at a time. */
function mutate(): Promise<void> {
  const script = path.join(import.meta.dirname, 'mutate.ts');
  const args = ['--disable-warning=ExperimentalWarning', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      for (const line of out.split('\n').filter((text) => text !== '')) {
        const result = JSON.parse(line) as Result;
        results.set(result.rule, result);
      }
      if (code === 0) resolve();
      else reject(new Error(errors));
    });
  });
}

describe('a rule that is switched off is noticed', () => {
  beforeAll(mutate, LIMIT_MS);

  it.each(rules.map(({ rule, breaks }) => [rule, breaks]))('%s (%s)', (rule, breaks) => {
    const result = results.get(rule);
    expect(result?.whole, 'with the rule in force').toEqual([]);
    const noticed = result?.broken.some((what) => what.startsWith(`${breaks}:`));
    expect(noticed, `without it: ${result?.broken.join('; ') ?? 'nothing ran'}`).toBe(true);
  });
});
