import { MAXIMUM_FILE_BYTES, WAITING_PREFIX } from '../../shared/files/file';
import { type Asked, DOCUMENTS } from './asked';
import type { Version } from './objects';

/** The rule of lib/trigger-sources.ts, as EventBridge evaluates it. */
export const isOversized = ({ bucket, key }: Asked, { size }: Version): boolean =>
  bucket === DOCUMENTS && key.startsWith(WAITING_PREFIX) && size > MAXIMUM_FILE_BYTES;

/** The event "Object Created". Source: Amazon S3 user guide, "EventBridge event message structure". */
export const eventOf = ({ bucket, key }: Asked, { id, at, size, etag }: Version) => ({
  version: '0',
  id,
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: '000000000000',
  time: at,
  region: 'us-east-1',
  resources: [`arn:aws:s3:::${bucket}`],
  detail: {
    version: '0',
    bucket: { name: bucket },
    object: { key, size, etag: etag.replaceAll('"', ''), 'version-id': id, sequencer: id },
    'request-id': id,
    requester: '000000000000',
    'source-ip-address': '127.0.0.1',
    reason: 'PutObject',
  },
});
