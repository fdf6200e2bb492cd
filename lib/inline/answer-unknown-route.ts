import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/**
 * Answers a request that no route matches, in the contract's own shape instead of the gateway's. It is put into the template as text,
 * and so imports nothing.
 */
export async function handler(
  _event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  return {
    statusCode: 404,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': context.awsRequestId },
    body: JSON.stringify({
      error: 'NOT_FOUND',
      message: 'There is no such operation. Check the method and the path against the API document.',
    }),
  };
}
