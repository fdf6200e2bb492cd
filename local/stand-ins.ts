import { clientOf, type Runtime } from '../shared/platform/runtime/context';
import { cognito } from './cognito/stand-in';
import { facturapi } from './facturapi/stand-in';
import { answerInProcess } from './in-process';
import { simpleEmail } from './mail/simple-email';
import { simpleQueue } from './mail/simple-queue';
import { s3 } from './s3/stand-in';
import { secretsManager } from './secrets/secrets-manager';
import type { MakeStandIn, StandIn } from './stand-in';
import { localSendOut } from './webhooks/send-out';

/**
 * Every service that is played here. To add a service, add it to this list. DynamoDB is not in the list, because it has an engine of its
 * own.
 */
export const STAND_INS: readonly MakeStandIn[] = [
  cognito,
  simpleQueue,
  simpleEmail,
  s3,
  secretsManager,
  facturapi,
  localSendOut,
];

/** Lets the clients that a stand-in names call it without a socket. */
export function attachStandIns({ clients }: Runtime, standIns: readonly StandIn[]): void {
  for (const { clients: makers = [], answer } of standIns) {
    for (const make of makers) {
      answerInProcess(clientOf(clients, make), ({ method, path, headers, body }) =>
        answer({ method, path, query: new URLSearchParams(), headers, body: Buffer.from(body) }),
      );
    }
  }
}
