import * as v from 'valibot';
import { FileRegistration, UploadRequest, waitingKey } from '../../shared/files/file';
import { fileKey } from '../../shared/files/file-keys';
import { publishUpload } from '../../shared/files/publish-upload';
import { registerFile } from '../../shared/files/register-file';
import { grantUpload } from '../../shared/files/upload-grants';
import { deleteVersion, lookAtUpload } from '../../shared/files/uploads';
import { putDocument } from '../../shared/platform/storage/documents';
import { use } from './capabilities';
import type { DemoFile } from './files';
import { earlier, type Seeding } from './seed-records';

const PDF = 'application/pdf';

/** Uploads a file and registers it, as a dispatcher does, unless an earlier seeding did. */
export async function addFile(seeding: Seeding, { id, text, ...file }: DemoFile): Promise<void> {
  const { runtime, actor } = seeding;
  const { teamId } = actor;
  if (await earlier(seeding, fileKey(teamId, id))) return;
  const key = await upload(seeding, { ...file, contentType: PDF }, pageWith(text));
  const registration = v.parse(FileRegistration, { ...file, teamId, fileId: id, key, contentType: PDF });
  const storage = {
    look: use(runtime, lookAtUpload),
    publish: use(runtime, publishUpload),
    discard: use(runtime, deleteVersion),
  };
  await use(runtime, registerFile)(actor, registration, undefined, storage);
}

/** Uploads a file that waits for its registration, as a member does. Returns its key. */
export async function upload(
  { runtime, actor }: Seeding,
  file: Omit<v.InferInput<typeof UploadRequest>, 'teamId'>,
  body: string,
): Promise<string> {
  const { teamId } = actor;
  const request = v.parse(UploadRequest, { ...file, teamId });
  const { grantId, key } = await use(runtime, grantUpload)(actor, request);
  await use(runtime, putDocument)({ key: waitingKey(teamId, grantId), body, contentType: file.contentType });
  return key;
}

/** A PDF of one page with the text and a note that it is an example. ASCII only, because the file embeds no font. */
export function pageWith(text: string): string {
  const lines = `BT /F1 18 Tf 72 720 Td (${text}) Tj 0 -36 Td (Documento de ejemplo, sin validez) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${lines.length} >>\nstream\n${lines}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let page = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = page.length;
    page += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  return `${page}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${page.length}\n%%EOF\n`;
}
