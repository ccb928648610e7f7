import { csvText } from '../../../shared/rules/csv.ts';

/** What an export holds, for people and programs: one row for each file and each failure. */

export interface ManifestRow {
  answerId: string;
  /** Inside the export, with `/`; null where there is none. */
  file: string | null;
  kind: 'pdf' | 'photo' | 'answer';
  /** `service`, `saved` (the service's own, kept here) or `local`; null for what is no PDF. */
  source: 'service' | 'saved' | 'local' | null;
  sizeBytes: number | null;
  sha256: string | null;
  pages: number | null;
  /** `ua-1` or `a-2a`, as the file says of itself. */
  standard: string | null;
  /** When the service gave what the file is made of, ISO 8601. */
  readAt: string | null;
  /** The state of the review that stands in the file; null where none does. */
  review: string | null;
  madeAt: string;
  /** What is not in the file. */
  notes: string[];
  /** The scripts (ISO 15924) of which letters have no font here. */
  scripts: string[];
  failure: { code: string; message: string } | null;
}

const COLUMNS = [
  ...(['answerId', 'kind', 'file', 'source', 'sizeBytes', 'sha256', 'pages', 'standard'] as const),
  ...(['readAt', 'madeAt', 'review', 'notes', 'failureCode', 'failure'] as const),
] as const;

export function manifestCsv(rows: readonly ManifestRow[]): string {
  const lines = rows.map((row) => [
    row.answerId,
    row.kind,
    row.file ?? '',
    row.source ?? '',
    row.sizeBytes === null ? '' : String(row.sizeBytes),
    row.sha256 ?? '',
    row.pages === null ? '' : String(row.pages),
    row.standard ?? '',
    row.readAt ?? '',
    row.madeAt,
    row.review ?? '',
    row.notes.join(' '),
    row.failure?.code ?? '',
    row.failure?.message ?? '',
  ]);
  return csvText([COLUMNS, ...lines]);
}

export interface Manifest {
  madeBy: string;
  startedAt: string;
  endedAt: string;
  state: 'done' | 'cancelled';
  answers: number;
  files: number;
  failures: number;
  rows: readonly ManifestRow[];
}

export function manifestJson(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
