import { succeed } from '../expect';
import { needed, Unexpected } from '../print/teller';
import { createArchive, readArchive } from '../steps/invoices';
import type { Office } from './office';

const PAUSE_MS = 500;
const MOST_READS = 20;
const ZIP = 'PK';

/** The accountant takes the files of the month as one zip. */
export async function takeFiles({ teller, desk, dates: { month } }: Office): Promise<void> {
  teller.chapter('The files of the month');
  const { id } = await teller.tell(
    202,
    createArchive(desk, { month }),
    ({ status }) => `The zip of ${month} is ${status}`,
  );
  for (let reads = 1; (await succeed(readArchive(desk, id))).status !== 'FINISHED'; reads += 1) {
    if (reads === MOST_READS)
      throw new Unexpected(`The zip of ${month} was not finished in ${(MOST_READS * PAUSE_MS) / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const { url } = await teller.tell(200, readArchive(desk, id), ({ status }) => status);
  const answer = await fetch(needed(url, 'an address'));
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok || bytes.toString('latin1', 0, ZIP.length) !== ZIP)
    throw new Unexpected(`The address of the zip answered ${answer.status}, and no zip.`);
  teller.remark(`A zip of ${bytes.length} bytes, from our bucket.`);
}
