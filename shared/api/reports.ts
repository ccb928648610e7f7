import * as m from '../model/report.ts';
import { answer, form } from '../model/form.ts';
import type { Rows } from './endpoint.ts';
import { OPENED, QUEUED, WHOLE, archiving, record, scan, writtenRecord } from './rows.ts';

/** Section 4.7: scheduled reports and digital forms. */
export const reports = {
  listScheduledReports: {
    at: 'GET /scheduled-report',
    title: 'Scheduled reports',
    reply: 'page',
    query: m.scheduledReportQuery,
    out: m.scheduledReport,
    permission: 'reports.read',
    ...scan('scheduledReport'),
  },
  getScheduledReportTemplates: {
    at: 'GET /scheduled-report/template',
    title: 'Templates of scheduled reports',
    reply: 'object',
    permission: 'reports.read',
    ...WHOLE,
  },
  getScheduledReport: {
    at: 'GET /scheduled-report/{reportId}',
    title: 'One scheduled report',
    out: m.scheduledReport,
    permission: 'reports.read',
    ...record('scheduledReport', 'reportId'),
  },
  createScheduledReport: {
    at: 'POST /scheduled-report',
    title: 'Add a scheduled report',
    body: m.scheduledReportCreate,
    out: m.scheduledReport,
    permission: 'reports.write',
    ...writtenRecord('scheduledReport', 'id'),
    write: {
      target: { entity: 'scheduledReport' },
      does: 'create',
      verifyBy: 'listScheduledReports',
      inverse: 'deleteScheduledReport',
      sideEffects: ['updatedAt'],
    },
  },
  updateScheduledReport: {
    at: 'PATCH /scheduled-report/{reportId}',
    title: 'Change a scheduled report',
    body: m.scheduledReportUpdate,
    out: m.scheduledReport,
    permission: 'reports.write',
    ...writtenRecord('scheduledReport', 'reportId'),
    write: {
      target: { entity: 'scheduledReport', param: 'reportId' },
      does: 'update',
      verifyBy: 'getScheduledReport',
      inverse: 'updateScheduledReport',
      sideEffects: ['updatedAt'],
    },
  },
  deleteScheduledReport: {
    at: 'DELETE /scheduled-report/{reportId}',
    title: 'Delete a scheduled report',
    reply: 'empty',
    permission: 'reports.write',
    ...QUEUED,
    write: {
      target: { entity: 'scheduledReport', param: 'reportId' },
      does: 'delete',
      verifyBy: 'getScheduledReport',
      inverse: 'restoreScheduledReport',
    },
  },
  restoreScheduledReport: {
    at: 'PATCH /scheduled-report/{reportId}/restore',
    title: 'Restore a scheduled report',
    permission: 'reports.write',
    ...archiving('restore', 'scheduledReport', 'reportId', {
      verifyBy: 'getScheduledReport',
      inverse: 'deleteScheduledReport',
      sideEffects: ['status', 'updatedAt'],
    }),
  },
  listForms: {
    at: 'GET /digital-form/form',
    title: 'Digital forms',
    reply: 'list',
    out: form,
    permission: 'forms.read',
    ...scan('form'),
  },
  getForm: {
    at: 'GET /digital-form/form/{formId}',
    title: 'One digital form',
    out: form,
    permission: 'forms.read',
    ...record('form', 'formId'),
  },
  getAnswer: {
    at: 'GET /digital-form/answer/{answerId}',
    title: 'One answer to a form',
    reply: 'one',
    out: answer,
    permission: 'forms.read',
    ...OPENED,
  },
  getAnswerPdf: {
    at: 'GET /digital-form/answer/{answerId}/pdf',
    title: 'An answer as PDF',
    reply: 'pdf',
    permission: 'forms.read',
    mirror: { as: 'none' },
    offline: { is: 'online', why: 'The service draws it; offline, Waybill makes its own PDF.' },
  },
} as const satisfies Rows;
