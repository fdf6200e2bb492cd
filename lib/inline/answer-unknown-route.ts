import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/**
 * Answers a request without a matching route in our error format instead of the gateway's. The code is embedded in the
 * template as text, so it cannot import modules.
 */
export async function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  // The languages as in `shared/operation/language.ts`, without their weights: the first one that is known counts.
  const [language = 'en'] = (event.headers?.['accept-language'] ?? '').toLowerCase().match(/\b(?:es|en)\b/) ?? [];
  return {
    statusCode: 404,
    headers: {
      'Content-Type': 'application/json',
      'X-Request-Id': context.awsRequestId,
      'Content-Language': language,
      Vary: 'Accept-Language',
      'Cache-Control': 'no-store',
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: JSON.stringify({
      error: 'NOT_FOUND',
      message:
        language === 'es'
          ? 'Esa operación no existe. Compare el método y la ruta con el documento de la API.'
          : 'There is no such operation. Check the method and the path against the API document.',
    }),
  };
}
