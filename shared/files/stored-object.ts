import type { BucketName } from '../platform/storage/buckets';
import type { Grant } from './upload-grants';

/** An object in one of the two buckets. */
export interface StoredObject {
  readonly bucket: BucketName;
  readonly key: string;
}

/** One version of an object. */
export interface StoredVersion extends StoredObject {
  readonly versionId: string;
}

/** A granted upload, as its address is signed. */
export type WaitingUpload = Pick<Grant, 'teamId' | 'grantId' | 'contentType' | 'size' | 'sha256'>;

/** The copy of a checked upload to the key of its file. */
export interface Publication extends StoredObject {
  readonly waiting: StoredVersion;
  /** The entity tag of the checked version. */
  readonly etag: string;
  readonly contentType: string;
  readonly fileName: string;
}
