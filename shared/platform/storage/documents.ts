import { GetObjectCommand, HeadObjectCommand, NotFound, PutObjectCommand } from '@aws-sdk/client-s3';
import { capability } from '../runtime/capability';
import { DOWNLOAD_SECONDS, nameOfBucket, s3Client } from './buckets';
import { presign } from './presign';

/** Documents that the service itself makes, as an invoice's PDF and XML (`invoices/{teamId}/{invoiceId}.pdf`): put, look for, hand out. */

export interface Document {
  readonly key: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
}

/** Puts a document; one that is there under the key becomes its older version. */
export const putDocument = capability(
  { documentsObjects: ['PutObject'] },
  (context) =>
    async ({ key, body, contentType }: Document): Promise<void> => {
      const command = new PutObjectCommand({
        Bucket: nameOfBucket(context, 'documents'),
        Key: key,
        Body: body,
        ContentType: contentType,
      });
      await context.call({ resource: 'documentsObjects', action: 'PutObject' }, () =>
        context.client(s3Client).send(command),
      );
    },
);

/** Whether there is a document under the key. HeadObject needs the right GetObject, and ListBucket to tell absence from a lack of rights. */
export const hasDocument = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObject'] },
  (context) =>
    async (key: string): Promise<boolean> => {
      const command = new HeadObjectCommand({ Bucket: nameOfBucket(context, 'documents'), Key: key });
      context.assertGranted({ resource: 'documentsBucket', action: 'ListBucket' });
      try {
        await context.call({ resource: 'documentsObjects', action: 'HeadObject', needs: ['GetObject'] }, () =>
          context.client(s3Client).send(command),
        );
        return true;
      } catch (failure) {
        if (failure instanceof NotFound) return false;
        throw failure;
      }
    },
);

/** An address by which the document can be read for 900 seconds; whether it is there is not asked. */
export const presignDocument = capability(
  { documentsObjects: ['GetObject'] },
  (context) =>
    (key: string): Promise<string> =>
      presign(
        context,
        { resource: 'documentsObjects', action: 'GetObject' },
        new GetObjectCommand({ Bucket: nameOfBucket(context, 'documents'), Key: key }),
        DOWNLOAD_SECONDS,
      ),
);
