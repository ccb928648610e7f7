/** The two fixed channels between preload and main process. */
export const CALL_CHANNEL = 'waybill:call';
export const EVENT_CHANNEL = 'waybill:event';
