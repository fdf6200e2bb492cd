import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/**
 * Answers a request without a matching route in our error format instead of the gateway's. The code is embedded in the
 * template as text, so it cannot import modules.
 */
export async function handler(
  _event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  return {
    statusCode: 404,
    headers: {
      'Content-Type': 'application/json',
      'X-Request-Id': context.awsRequestId,
      'Cache-Control': 'no-store',
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: JSON.stringify({
      error: 'NOT_FOUND',
      message: 'There is no such operation. Check the method and the path against the API document.',
    }),
  };
}
