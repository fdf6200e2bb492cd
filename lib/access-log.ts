/**
 * One line per request, without the client's address. Only this log shows requests that the gateway refused or timed out; `function_request_id`
 * is that of the function's own line. The gateway puts its values into this text as they are, so each value is a number, a name of ours or an
 * identifier. The exception is the message of an error, which `error.messageString` brings with its quotes. Source: API Gateway developer guide,
 * "Customize HTTP API access logs".
 */
const QUOTED = {
  time: '$context.requestTime',
  gateway_request_id: '$context.requestId',
  function_request_id: '$context.integration.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  integration_ms: '$context.integrationLatency',
  integration_status: '$context.integration.status',
  bytes: '$context.responseLength',
  error_type: '$context.error.responseType',
};

export const ACCESS_LOG_FORMAT = `${JSON.stringify(QUOTED).slice(0, -1)},"error":$context.error.messageString}`;
