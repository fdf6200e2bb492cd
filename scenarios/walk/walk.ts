import type { Api } from '../api';
import { attemptsWalk, newcomerWalk, sessionsWalk } from './accounts';
import { type Books, booksWalk, filesWalk } from './books';
import { fleetWalk } from './fleet';
import type { Ground } from './ground';
import { importsWalk } from './imports';
import { invoicesWalk } from './invoices';
import { refusalWalk, teamsWalk } from './teams';
import { tripsWalk } from './trips';
import { webhooksWalk } from './webhooks';

/** Records that the walk leaves behind, for the reads. */
interface Walked extends Books {
  readonly invoiceId: string;
}

/**
 * Calls every operation that writes, and provokes every error that a caller alone can provoke. An operation that only reads needs no line
 * here: `readEverything` calls it.
 */
export async function walk(api: Api, ground: Ground, ownersEmail: string): Promise<Walked> {
  await sessionsWalk(api, ground, ownersEmail);
  const newcomer = await newcomerWalk(api, ground.mark);
  const secondTeamId = await teamsWalk(ground, newcomer);
  const hired = await fleetWalk(api, ground);
  await tripsWalk(ground, hired);
  // After the walks of the demo's team, whose calls are the examples.
  await refusalWalk({ ...ground.owner, teamId: secondTeamId });
  const books = await booksWalk(ground);
  const invoiceId = await invoicesWalk(api, ground);
  await filesWalk(ground);
  await importsWalk(ground);
  await webhooksWalk(ground);
  await attemptsWalk(api, ground.mark);
  return { ...books, invoiceId };
}
