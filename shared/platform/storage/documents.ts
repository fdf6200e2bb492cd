import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { capability } from '../runtime/capability';
import { DOWNLOAD_SECONDS, nameOfBucket, s3Client } from './buckets';
import { presign } from './presign';

/** Documents that the service makes, such as an invoice's PDF and XML (`invoices/{teamId}/{invoiceId}.pdf`). */

export interface Document {
  readonly key: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
}

/** Stores a document. If the key exists, the bucket keeps the old object as an earlier version. */
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
      await context.call({ resource: 'documentsObjects', action: 'PutObject' }, (signal) =>
        context.client(s3Client).send(command, { abortSignal: signal }),
      );
    },
);

/**
 * Checks whether a document exists. HeadObject needs the permission GetObject. Without ListBucket a missing document
 * would look like a missing permission.
 */
export const hasDocument = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObject'] },
  (context) =>
    async (key: string): Promise<boolean> => {
      const command = new HeadObjectCommand({ Bucket: nameOfBucket(context, 'documents'), Key: key });
      context.assertGranted({ resource: 'documentsBucket', action: 'ListBucket' });
      try {
        await context.call({ resource: 'documentsObjects', action: 'HeadObject', needs: ['GetObject'] }, (signal) =>
          context.client(s3Client).send(command, { abortSignal: signal }),
        );
        return true;
      } catch (failure) {
        if (failure instanceof NotFound) return false;
        throw failure;
      }
    },
);

/** Reads a document as bytes. Undefined when it does not exist: without ListBucket that would look like a missing permission. */
export const readDocumentBytes = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObject'] },
  (context) =>
    async (key: string): Promise<Uint8Array | undefined> => {
      const command = new GetObjectCommand({ Bucket: nameOfBucket(context, 'documents'), Key: key });
      context.assertGranted({ resource: 'documentsBucket', action: 'ListBucket' });
      try {
        return await context.call({ resource: 'documentsObjects', action: 'GetObject' }, async (signal) => {
          const answer = await context.client(s3Client).send(command, { abortSignal: signal });
          return answer.Body?.transformToByteArray();
        });
      } catch (failure) {
        if (failure instanceof NoSuchKey) return undefined;
        throw failure;
      }
    },
);

/** The text is what was stored, with a byte order mark if it has one. */
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a document as text. Undefined when it does not exist. */
export const readDocument = capability.of(
  { readDocumentBytes },
  (deps) =>
    async (key: string): Promise<string | undefined> => {
      const bytes = await deps.readDocumentBytes(key);
      return bytes && TEXT.decode(bytes);
    },
);

/** Reads one version of an object as bytes. Undefined when it was deleted. */
export const readVersionBytes = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObjectVersion'] },
  (context) =>
    async ({
      key,
      versionId,
    }: {
      readonly key: string;
      readonly versionId: string;
    }): Promise<Uint8Array | undefined> => {
      const input = { Bucket: nameOfBucket(context, 'documents'), Key: key, VersionId: versionId };
      context.assertGranted({ resource: 'documentsBucket', action: 'ListBucket' });
      const call = { resource: 'documentsObjects', action: 'GetObject', needs: ['GetObjectVersion'] } as const;
      try {
        return await context.call(call, async (signal) => {
          const { Body } = await context.client(s3Client).send(new GetObjectCommand(input), { abortSignal: signal });
          return Body?.transformToByteArray();
        });
      } catch (failure) {
        if (failure instanceof S3ServiceException && failure.$metadata.httpStatusCode === 404) return undefined;
        throw failure;
      }
    },
);

/** Makes an address for downloading the document, valid for 900 seconds. Does not check that the document exists. */
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
