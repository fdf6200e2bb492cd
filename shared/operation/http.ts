import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Identity } from '../identity/access';

export type HttpAnswer = APIGatewayProxyStructuredResultV2;

/** A request in the format of API Gateway. */
export type HttpEvent = APIGatewayProxyEventV2;

/** The sender of a request, after the check of its way here. */
export interface Sender {
  readonly address: string;
}

/** A request while Middy checks its origin, verifies its token and parses its body. */
export type ServedEvent = Omit<HttpEvent, 'body'> & {
  body?: unknown;
  identity?: Identity;
  sender?: Sender;
};
