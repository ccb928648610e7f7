import type { Act } from '../acts.ts';
import type { Rule } from './rule.ts';
import { pass, replyLost, requestLost } from './words.ts';

const apart: Act = { do: 'clientsApart' };
const fuel = (number: number, vehicle: number): Act => ({
  do: 'assignFuel',
  fuel: number,
  vehicle,
});
const user = (number: number, of: 'client' | 'team'): Act => ({ do: 'createUser', number, of });

/** Users of clients and of teams, and fuel transactions: what only a list proves. */
export const peopleRules: readonly Rule[] = [
  {
    rule: 'a user of a client is looked for in the list of that client',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: 'const name = verifierOf(op.endpoint);',
        becomes:
          "const name = op.endpoint === 'createClientUser' ? 'listUsers' : verifierOf(op.endpoint);",
      },
    ],
    breaks: 'I3',
    acts: [
      apart,
      pass(2_000),
      { do: 'meddle', how: 'register' },
      replyLost(false),
      user(1, 'client'),
      pass(300),
    ],
  },
  {
    rule: 'the list of a client tells nothing of users that the mirror knows of others',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: 'if (Object.keys(listParams(verifierOf(op.endpoint), op.params)).length > 0) return [];',
        becomes: '',
      },
    ],
    breaks: 'I2',
    acts: [
      apart,
      pass(2_000),
      requestLost,
      user(1, 'client'),
      { do: 'elsewhereCreateUser', number: 2, of: 'team' },
      { do: 'scan', entity: 'user' },
      pass(2_000),
    ],
  },
  {
    rule: 'a user is not made by two paths at once',
    edits: [
      {
        file: 'outbox/model/matching.ts',
        text: 'if (ruleOf(a.endpoint).target.entity !== ruleOf(b.endpoint).target.entity) return false;',
        becomes: 'if (a.endpoint !== b.endpoint) return false;',
      },
    ],
    breaks: 'I2',
    acts: [
      requestLost,
      user(3, 'team'),
      pass(6_000),
      replyLost(false),
      user(3, 'client'),
      pass(300),
    ],
  },
  {
    rule: 'a list from before a fuel assignment was asked for does not tell what it replaces',
    edits: [
      {
        file: 'outbox/queue/service.ts',
        text: 'const since = Math.max(updatedAt, ports.clock.now() - FRESH_MS);',
        becomes: 'const since = Math.min(updatedAt, ports.clock.now() - FRESH_MS);',
      },
    ],
    breaks: 'I16',
    acts: [
      fuel(0, 1),
      pass(2_000),
      { do: 'elsewhereFuel', fuel: 1, vehicle: 2 },
      fuel(1, 3),
      pass(300),
    ],
  },
  {
    rule: 'what others have set in a fuel transaction is not replaced unasked',
    edits: [
      {
        file: 'outbox/model/compare.ts',
        text: "if (conflicts.length > 0) return { is: 'conflict', conflicts };",
        becomes:
          "if (conflicts.length > 0 && rule.does !== 'assign') return { is: 'conflict', conflicts };",
      },
    ],
    breaks: 'I7',
    acts: [
      { do: 'scan', entity: 'fuelTransaction' },
      pass(2_000),
      { do: 'elsewhereFuel', fuel: 1, vehicle: 2 },
      fuel(1, 3),
      pass(300),
    ],
  },
];
