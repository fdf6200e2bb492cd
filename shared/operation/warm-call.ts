/** The event that keeps an execution environment of a function alive. */
export const WARM_CALL = { source: 'fleet.warm' } as const;

/**
 * Each event of the gateway has a `requestContext`, and no caller of the gateway can remove it. Only the function that
 * sends these events may invoke the functions of operations beside the gateway.
 */
export const isWarmCall = (event: object): boolean =>
  !('requestContext' in event) && 'source' in event && event.source === WARM_CALL.source;
