import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Identity } from '../identity/access';

export type HttpAnswer = APIGatewayProxyStructuredResultV2;

/** A request in the format of API Gateway. */
export type HttpEvent = APIGatewayProxyEventV2;

/** A request after Middy verified its token and parsed its body. */
export type ServedEvent = Omit<HttpEvent, 'body'> & { body?: unknown; identity?: Identity };
