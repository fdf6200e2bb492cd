import type { WireRequest } from '../wire';
import { S3Error } from './error';

export const ASSETS = 'fleet-local-assets';
export const DOCUMENTS = 'fleet-local-documents';

/** The parameters of a request for one object. */
export interface Asked {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
}

/** The object in the path of a request, or in the source of a copy. */
export function askedIn({ path, query }: Pick<WireRequest, 'path' | 'query'>): Asked {
  const [, , ...parts] = decoded(path);
  const bucket = bucketOf(path);
  const key = parts.join('/');
  if (key === '') throw new S3Error(501, 'NotImplemented', 'The stand-in supports only requests for objects.');
  return { bucket, key, versionId: query.get('versionId') ?? undefined };
}

export function bucketOf(path: string): string {
  const [, bucket = ''] = decoded(path);
  if (bucket === ASSETS || bucket === DOCUMENTS) return bucket;
  throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
}

function decoded(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}
