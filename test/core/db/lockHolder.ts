import { openStore } from '../../../electron/core/database.ts';

/** Opens the database named on the command line, says so, and holds it until it is ended. */
const opened = await openStore({ file: process.argv[2] ?? '', mode: 'inline' });
process.stdout.write(opened.ok ? 'opened\n' : `${opened.error.code}\n`);
if (opened.ok) process.stdin.resume();
