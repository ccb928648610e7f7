import { REPORT_FORMATS } from '../../shared/model/report.ts';

const PERIODS = ['day', 'week', 'month'];

/** What can be scheduled: types with their parameters. */
const TEMPLATES = [
  { type: 'trips', name: 'Trips and stops', params: ['vehicleIds', 'period', 'minDistance'] },
  { type: 'mileage', name: 'Mileage by vehicle', params: ['vehicleIds', 'period'] },
  { type: 'fuel', name: 'Fuel by vehicle', params: ['vehicleIds', 'period'] },
  { type: 'idling', name: 'Excessive idling', params: ['vehicleIds', 'period', 'minDuration'] },
  { type: 'areas', name: 'Visits of areas', params: ['areaIds', 'period'] },
  { type: 'temperature', name: 'Temperature and humidity', params: ['sensorIds', 'period'] },
] as const;

export function isReportType(type: string): boolean {
  return TEMPLATES.some((template) => template.type === type);
}

/** Template metadata (section 2.12): distances in metres, durations in seconds. */
export function reportTemplates() {
  return { formats: REPORT_FORMATS, periods: PERIODS, templates: TEMPLATES };
}
