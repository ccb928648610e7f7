import { parts } from './databaseParts.ts';
import { serveDatabase } from './db/worker.ts';

/** The script of the threads that own the connections of the database: a writer and readers. */
serveDatabase(parts);
