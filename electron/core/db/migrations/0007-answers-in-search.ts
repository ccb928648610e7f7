import type { Migration } from './migration.ts';

/**
 * Answers that were opened are found by their text. They are documents, not records, so they have
 * a table of their own beside `search`, kept by triggers as documents come and go.
 */
const isAnswer = (row: string): string => `${row}.endpoint = 'getAnswer'`;
const put = (row: string): string => `
  INSERT INTO search_answer (id, document, title, body)
  SELECT ${row}.params ->> '$.answerId', ${row}.key, answer_title(${row}.json),
    answer_body(${row}.json)
  WHERE ${row}.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, title = excluded.title,
    body = excluded.body;`;

export const migration: Migration = {
  version: 7,
  name: 'answers in search',
  up(db) {
    db.exec(`
      CREATE TABLE search_answer (
        rowid INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        document TEXT NOT NULL,
        title TEXT NOT NULL,
        body TEXT NOT NULL
      );
      CREATE VIRTUAL TABLE search_answer_text USING fts5 (
        body, content = 'search_answer', content_rowid = 'rowid', tokenize = 'trigram',
        detail = 'full'
      );
      CREATE TRIGGER search_answer_insert AFTER INSERT ON search_answer BEGIN
        INSERT INTO search_answer_text (rowid, body) VALUES (new.rowid, new.body);
      END;
      CREATE TRIGGER search_answer_update AFTER UPDATE OF body ON search_answer
      WHEN new.body IS NOT old.body BEGIN
        INSERT INTO search_answer_text (search_answer_text, rowid, body)
          VALUES ('delete', old.rowid, old.body);
        INSERT INTO search_answer_text (rowid, body) VALUES (new.rowid, new.body);
      END;
      CREATE TRIGGER search_answer_delete AFTER DELETE ON search_answer BEGIN
        INSERT INTO search_answer_text (search_answer_text, rowid, body)
          VALUES ('delete', old.rowid, old.body);
      END;

      CREATE TRIGGER document_answer_insert AFTER INSERT ON document WHEN ${isAnswer('new')} BEGIN
        ${put('new')}
      END;
      CREATE TRIGGER document_answer_update AFTER UPDATE OF json ON document
      WHEN ${isAnswer('new')} AND new.json IS NOT old.json BEGIN
        ${put('new')}
      END;
      CREATE TRIGGER document_answer_delete AFTER DELETE ON document WHEN ${isAnswer('old')} BEGIN
        DELETE FROM search_answer WHERE document = old.key;
      END;

      INSERT OR IGNORE INTO search_answer (id, document, title, body)
        SELECT params ->> '$.answerId', key, answer_title(json), answer_body(json) FROM document
        WHERE endpoint = 'getAnswer' AND params ->> '$.answerId' IS NOT NULL;
    `);
  },
};
