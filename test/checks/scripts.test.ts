import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the scripts', () => {
  it('are eight, and each starts on the Node that the project brings', () => {
    expect(Object.keys(scripts).sort()).toEqual(
      ['start', 'test', 'check', 'service', 'headless', 'bench', 'dist', 'format'].sort(),
    );
    for (const [name, command] of Object.entries(scripts)) {
      // Formatting runs on any Node; all else goes through a starter that checks the version.
      if (name === 'format') continue;
      const [node, starter = '', file] = command.split(' ');
      expect([name, node]).toEqual([name, 'node']);
      expect(starter).toMatch(/^build\/(start|test|check|dist|node)\.mjs$/);
      expect(readFileSync(path.join(root, starter), 'utf8')).toContain('requireStarterNode');
      if (starter === 'build/node.mjs') expect(existsSync(path.join(root, file ?? ''))).toBe(true);
    }
  });
});
