import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { AppError } from '../platform/errors';
import type { Environment } from '../platform/runtime/env';
import type { Sender, ServedEvent } from './http';

/** A request that came by the permitted way. */
export type AdmittedEvent = ServedEvent & { readonly sender: Sender };

/** CloudFront sends it, and replaces a header of this name that its viewer sent. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/**
 * Refuses a request that bypasses the edge. Without an edge the gateway's own view of the address counts. Behind an edge
 * this is CloudFront's address, so the viewer's address comes from CloudFront's header, which only a request with the
 * secret can be trusted to have from CloudFront.
 */
export function checkOrigin({ headers, requestContext }: ServedEvent, { ORIGIN_SECRETS }: Environment): Sender {
  if (!ORIGIN_SECRETS) return { address: requestContext.http.sourceIp };
  const given = headers[ORIGIN_SECRET_HEADER] ?? '';
  const accepted = ORIGIN_SECRETS.split(',').filter((secret) => isSame(secret, given));
  if (accepted.length === 0)
    throw new AppError('FORBIDDEN', {
      message: { en: 'Call the API by its own name.', es: 'Llame a la API por su propio nombre.' },
    });
  return { address: viewerAddress(headers['cloudfront-viewer-address'] ?? '') };
}

/** Digests have one length, so that the comparison takes the same time for every header. */
const isSame = (one: string, other: string): boolean => one !== '' && timingSafeEqual(digestOf(one), digestOf(other));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The header is `address:port`, also for IPv6, which has no brackets. */
function viewerAddress(header: string): string {
  const address = header.slice(0, Math.max(0, header.lastIndexOf(':')));
  if (isIP(address) === 0)
    throw new Error('CloudFront sent no address of its viewer. Check its origin request policy.');
  return address;
}

/** The event of a request after {@link checkOrigin}. Another order of the pipeline is a fault of the service. */
export function admitted(event: ServedEvent): AdmittedEvent {
  const { sender } = event;
  if (sender === undefined) throw new Error('The origin of this request was not checked.');
  return { ...event, sender };
}
