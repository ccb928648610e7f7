import type { Auth } from '../auth.ts';
import type { Handlers, Service } from '../context.ts';
import { accountHandlers } from './accounts.ts';
import { areaHandlers } from './areas.ts';
import { deviceHandlers } from './devices.ts';
import { fuelHandlers } from './fuel.ts';
import { referenceHandlers } from './reference.ts';
import { reportHandlers } from './reports.ts';
import { sessionHandlers } from './session.ts';
import { vehicleHandlers } from './vehicles.ts';

/** A handler for every row of the catalogue. */
export function createHandlers(service: Service, auth: Auth): Handlers {
  return {
    ...referenceHandlers(service),
    ...deviceHandlers(service),
    ...accountHandlers(service),
    ...fuelHandlers(service),
    ...vehicleHandlers(service),
    ...areaHandlers(service),
    ...reportHandlers(service),
    ...sessionHandlers(service, auth),
  } satisfies Handlers;
}
