import { DAY_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';

const REPORTS = [
  { name: 'Weekly trips', type: 'trips', format: 'xlsx', params: { period: 'week' } },
  { name: 'Fuel by month', type: 'fuel', format: 'csv', params: { period: 'month' } },
  { name: 'Idling every morning', type: 'idling', format: 'pdf', params: { period: 'day' } },
  { name: 'Cold chain', type: 'temperature', format: 'pdf', params: { period: 'day' } },
  { name: 'Visits of customers', type: 'areas', format: 'xlsx', params: { period: 'week' } },
] as const;

export function seedReports(seeding: Seeding, tenants: readonly Tenant[]): void {
  tenants.forEach((tenant, at) => {
    const { client, reseller } = tenant;
    REPORTS.slice(0, at === 0 ? REPORTS.length : 1).forEach((report, index) => {
      const id = `rep-${client}-${index + 1}`;
      const record = {
        id,
        ...report,
        recipients: ['reports@waybill.example'],
        schedule: { weekday: index % 7, hour: 6 },
        status: 'active',
        team: tenant.team,
        createdAt: seeding.ago((200 - index * 20) * DAY_MS),
        updatedAt: seeding.ago((20 + index) * DAY_MS),
      };
      const doc = withRaw(record, at === 0 ? '"budgetCode":9007199254740993' : '');
      const entity = 'scheduledReport';
      seeding.insert({ entity, id, doc, client, reseller, kind: report.format });
    });
  });
}
