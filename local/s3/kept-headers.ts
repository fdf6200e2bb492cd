import type { WireRequest } from '../wire';
import type { KeptHeaders } from './objects';

/** The headers of a request that S3 keeps with the object. */
export const keptIn = (headers: WireRequest['headers']): KeptHeaders & { readonly contentType: string } => ({
  contentType: textIn(headers['content-type']) ?? 'binary/octet-stream',
  cacheControl: textIn(headers['cache-control']),
  contentDisposition: textIn(headers['content-disposition']),
});

const textIn = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);
