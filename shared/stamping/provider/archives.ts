import * as v from 'valibot';
import { type Capability, capability } from '../../platform/runtime/capability';
import { bytesOf, TooManyBytes } from './bytes';
import { refusalOf, StampingFailure } from './failures';
import type * as port from './port';
import { absentAs, sendOnce, sendRead, sendWrite } from './send';

/** The provider's statuses. It documents the first and the third by examples only, so that others decide nothing. */
const STATUSES: ReadonlyMap<string, port.ZipStatus> = new Map([
  ['pending', 'waiting'],
  ['processing', 'processing'],
  ['finished', 'finished'],
  ['failed', 'failed'],
]);

const ZipRequest = v.pipe(
  v.object({ id: v.pipe(v.string(), v.nonEmpty()), status: v.string() }),
  v.transform(({ id, status }): port.ZipRequest => ({ id, status: STATUSES.get(status) ?? 'waiting' })),
);
const read = (answer: unknown): port.ZipRequest => v.parse(ZipRequest, answer);

export const createZipRequest: Capability<port.CreateZipRequest> = capability(
  { stampingProvider: ['CreateZipRequest'] },
  (context) =>
    (key, { month, types }) =>
      sendWrite(context, key, {
        action: 'CreateZipRequest',
        send: ({ invoices }) =>
          invoices.createZipRequest({
            year: Number(month.slice(0, 4)),
            month: Number(month.slice(5)),
            issuer_type: 'issuing',
            invoice_types: [...types],
          }),
        read,
      }),
);

export const readZipRequest: Capability<port.ReadZipRequest> = capability(
  { stampingProvider: ['RetrieveZipRequest'] },
  (context) => (key, id) =>
    sendRead(
      context,
      key,
      absentAs({ action: 'RetrieveZipRequest', send: ({ invoices }) => invoices.retrieveZipRequest(id), read }),
    ),
);

/** One function holds the whole file, and sends it to S3 within five seconds. */
export const LARGEST_ZIP = 100_000_000;

export const downloadZip: Capability<port.DownloadZip> = capability(
  { stampingProvider: ['DownloadZipRequest'] },
  (context) => async (key, id) => {
    const download = sendOnce(context, key, {
      action: 'DownloadZipRequest',
      send: ({ invoices }) => invoices.downloadZipRequest(id),
      read: async (answer) => whole(await bytesOf(answer, LARGEST_ZIP)),
    });
    try {
      return await download;
    } catch (failure) {
      if (failure instanceof TooManyBytes) return undefined;
      throw refusalOf(failure);
    }
  },
);

/** A zip ends with this record and a comment of at most 65,535 bytes. Source: APPNOTE.TXT 4.3.16. */
const END = Buffer.from('PK\x05\x06', 'latin1');
const LONGEST_END = 22 + 65_535;

/** Rejects a truncated file, because it is copied only once. */
function whole(bytes: Uint8Array): Uint8Array {
  if (Buffer.from(bytes.subarray(-LONGEST_END)).lastIndexOf(END) < 0)
    throw new StampingFailure('The stamping provider’s zip is truncated.');
  return bytes;
}
