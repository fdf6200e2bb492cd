import * as v from 'valibot';

/** Assets are shown by a public address; documents are read by presigned addresses alone (interface.md §2.10). */
export const BUCKETS = ['assets', 'documents'] as const;
export const BucketName = v.picklist(BUCKETS);
export type BucketName = v.InferOutput<typeof BucketName>;

/** interface.md §8 */
export const UPLOAD_SECONDS = 300;
export const DOWNLOAD_SECONDS = 900;
