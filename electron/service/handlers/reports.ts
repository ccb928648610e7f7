import type { reports } from '../../../shared/api/reports.ts';
import { scheduledReportCreate, scheduledReportUpdate } from '../../../shared/model/report.ts';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { planOf, signedIn } from '../auth.ts';
import { readBody } from '../body.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import { textOf, valueOf, withValues, iso } from '../doc.ts';
import { listOf, pageOf } from '../list.ts';
import { first } from '../query.ts';
import { conflict, invalid, notFound, Refusal } from '../refusal.ts';
import { isReportType, reportTemplates } from '../reportTemplates.ts';
import { ACTIVE, DELETED, type Row } from '../store.ts';
import { given, need, ownerFor } from './records.ts';

const REPORT = 'The scheduled report';
/** Feature of a plan: a deleted report can be brought back (section 3: "available on the tenant"). */
export const RESTORE_FEATURE = 'feature.reports.restore';

function checkType(type: string | undefined): void {
  if (type !== undefined && !isReportType(type)) {
    throw invalid({ type: ['Is not the type of a template.'] });
  }
}

/** The parameters of a report are the tenant's: they stay as they were spelled. */
function paramsOf(spelled: ReadonlyMap<string, string>): [string, string][] {
  return [...spelled].filter(([field]) => field === 'params');
}

function createReport(service: Service, call: Call): Answer {
  const { known, extra, spelled, clientId } = readBody(
    scheduledReportCreate,
    call.bodyText,
    'scheduledReport',
  );
  checkType(known.type);
  const owner = ownerFor(service, call, clientId);
  const id = `rep-${service.store.next('scheduledReport')}`;
  const now = iso(call.nowMs);
  const record = {
    id,
    params: {},
    ...given(known),
    status: 'active',
    team: owner.team,
    createdAt: now,
    updatedAt: now,
  };
  const doc = setJsonMembers(JSON.stringify(record), new Map([...paramsOf(spelled), ...extra]));
  const { client, reseller } = owner;
  service.store.insert({
    entity: 'scheduledReport',
    id,
    doc,
    client,
    reseller,
    kind: known.format,
    updated: call.nowMs,
  });
  return { as: 'one', text: doc, status: 201, id };
}

function updateReport(service: Service, call: Call): Answer {
  const row = need(service, call, 'scheduledReport', 'reportId', REPORT);
  const { known, extra, spelled } = readBody(
    scheduledReportUpdate,
    call.bodyText,
    'scheduledReport',
  );
  checkType(known.type);
  const fields = { ...given(known), updatedAt: iso(call.nowMs) };
  const own = new Map([...paramsOf(spelled), ...extra]);
  const doc = setJsonMembers(withValues(row.doc, fields), own);
  service.store.change(row, { doc, kind: known.format ?? row.kind }, call.nowMs);
  return { as: 'one', text: doc };
}

function restoreReport(service: Service, call: Call): Answer {
  const { scope } = signedIn(call.account);
  const row = service.store.find('scheduledReport', call.params['reportId'] ?? '', scope);
  if (row === undefined) throw notFound(REPORT);
  // The plan is the tenant's, whoever asks.
  if (planOf(service.store, row.client)?.has(RESTORE_FEATURE) === false) {
    throw new Refusal(501, 'Restoring reports is not part of the plan.');
  }
  if (row.state !== DELETED) throw conflict('The scheduled report is not deleted.');
  const doc = withValues(row.doc, { status: 'active', updatedAt: iso(call.nowMs) });
  service.store.change(row, { doc, state: ACTIVE }, call.nowMs);
  return { as: 'empty' };
}

/** Answers of a form, newest first; `fields` of each as far as asked for. */
function answersOf(service: Service, form: Row, most: number): Row[] {
  return service.store.rows(
    `SELECT * FROM record WHERE entity = 'answer' AND link = ? AND state = 0
     ORDER BY at DESC, seq DESC LIMIT ?`,
    form.id,
    most,
  );
}

const LATEST = 5;
const ALL = 10_000;

/** Fields of a form that `withAnswers` lays over the record. */
const ANSWER_FIELDS: ReadonlySet<string> = new Set(['answers']);

/** The interface has no list of answers; this tenant's forms name theirs. */
function withAnswers(service: Service, form: Row, whole: boolean): string {
  const answers = answersOf(service, form, whole ? ALL : LATEST).map(({ doc, kind, at }) => ({
    id: valueOf(doc, 'id'),
    createdAt: iso(at ?? 0),
    ...(whole ? (JSON.parse(kind ?? '{}') as object) : {}),
  }));
  return withValues(form.doc, { answers });
}

/** Section 4.7: scheduled reports and digital forms. */
export function reportHandlers(service: Service): HandlersFor<typeof reports> {
  const { store } = service;
  const scopeOf = (call: Call) => signedIn(call.account).scope;
  const answer = (call: Call) => need(service, call, 'answer', 'answerId', 'The answer');
  return {
    listScheduledReports(call) {
      const format = first(call.query, 'format');
      return pageOf(store, call, {
        entity: 'scheduledReport',
        scope: scopeOf(call),
        where: format === undefined ? [] : [{ sql: 'kind = ?', bind: [format] }],
      });
    },
    getScheduledReportTemplates: () => ({ as: 'object', text: JSON.stringify(reportTemplates()) }),
    getScheduledReport: (call) => ({
      as: 'one',
      text: need(service, call, 'scheduledReport', 'reportId', REPORT).doc,
    }),
    createScheduledReport: (call) => createReport(service, call),
    updateScheduledReport: (call) => updateReport(service, call),
    deleteScheduledReport(call) {
      const row = need(service, call, 'scheduledReport', 'reportId', REPORT);
      const doc = withValues(row.doc, { status: 'deleted', updatedAt: iso(call.nowMs) });
      store.change(row, { doc, state: DELETED }, call.nowMs);
      return { as: 'empty' };
    },
    restoreScheduledReport: (call) => restoreReport(service, call),
    listForms: (call) =>
      listOf(store, call, {
        entity: 'form',
        scope: scopeOf(call),
        present: (row) => withAnswers(service, row, false),
        laidOver: ANSWER_FIELDS,
      }),
    getForm: (call) => ({
      as: 'one',
      text: withAnswers(service, need(service, call, 'form', 'formId', 'The form'), true),
    }),
    getAnswer: (call) => ({ as: 'one', text: answer(call).doc }),
    async getAnswerPdf(call) {
      const row = answer(call);
      const form = store.find('form', row.link ?? '', scopeOf(call));
      const title = form === undefined ? 'Answer' : (textOf(form.doc, 'name') ?? 'Answer');
      // Drawing is heavy to load and seldom wanted: the service starts without it.
      const { answerPdf } = await import('../answerPdf.ts');
      const bytes = await answerPdf(row.doc, title, form?.doc);
      return { as: 'pdf', bytes, fileName: `answer-${row.id}.pdf` };
    },
  };
}
