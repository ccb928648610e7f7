import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** I14: no token and no password in database, journal, list of accounts or log. */
export function noSecrets(model: Model, desk: Desk): void {
  const secrets = [...desk.everSecret, ...desk.world.tenants.map(({ password }) => password)];
  for (const file of filesIn(desk.folder)) {
    const bytes = readFileSync(file);
    const found = secrets.some((secret) => bytes.includes(secret));
    if (found) model.fault('I14', `${path.basename(file)} holds a secret`);
  }
  const line = desk.log.find((told) => secrets.some((secret) => told.includes(secret)));
  if (line !== undefined) model.fault('I14', `the log holds a secret: ${line.split(' ')[0] ?? ''}`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  );
}
