import type { EndpointName } from '../../shared/api/catalogue.ts';
import type { Answer } from './context.ts';

/**
 * How each endpoint wraps its answer. The interface leaves it open and live tenants differ from
 * endpoint to endpoint, so the service differs too: whoever unwraps by guessing is found out.
 */
export type Envelope =
  /** `{page, limit, total, data: […]}` */
  | 'page'
  /** `{meta: {page, limit, total}, data: […]}` */
  | 'metaPage'
  /** `{result: {areas: […], page, limit, total}}` */
  | 'areasPage'
  /** The rows or the record alone. */
  | 'bare'
  /** `{data: …}` */
  | 'data'
  /** `{result: …}` */
  | 'result';

/** Everything that departs from the rule: pages under `data` with paging, the rest bare. */
const EXCEPTIONS: Partial<Record<EndpointName, Envelope>> = {
  listAreas: 'areasPage',
  getArea: 'result',
  createArea: 'result',
  updateArea: 'result',
  listFuelTransactions: 'metaPage',
  listFuelSummary: 'metaPage',
  listVehicleFuel: 'metaPage',
  listSensors: 'data',
  listRoles: 'data',
  getScheduledReport: 'data',
};

export function envelopeOf(name: EndpointName, as: Answer['as']): Envelope {
  return EXCEPTIONS[name] ?? (as === 'page' ? 'page' : 'bare');
}

/** The body of an answer that has rows or a record. Rows and records are JSON texts. */
export function wrap(
  name: EndpointName,
  answer: Extract<Answer, { as: 'page' | 'list' | 'one' | 'object' }>,
): string {
  const inner =
    answer.as === 'page' || answer.as === 'list' ? `[${answer.rows.join(',')}]` : answer.text;
  const paging =
    answer.as === 'page'
      ? `"page":${answer.page},"limit":${answer.limit},"total":${answer.total}`
      : '';
  switch (envelopeOf(name, answer.as)) {
    case 'page':
      return `{${paging},"data":${inner}}`;
    case 'metaPage':
      return `{"meta":{${paging}},"data":${inner}}`;
    case 'areasPage':
      return `{"result":{"areas":${inner},${paging}}}`;
    case 'bare':
      return inner;
    case 'data':
      return `{"data":${inner}}`;
    case 'result':
      return `{"result":${inner}}`;
  }
}
