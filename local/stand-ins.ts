import { cognito } from './cognito/stand-in';
import { facturapi } from './facturapi/stand-in';
import { simpleEmail } from './mail/simple-email';
import { simpleQueue } from './mail/simple-queue';
import { s3 } from './s3/stand-in';
import { secretsManager } from './secrets/secrets-manager';
import type { MakeStandIn } from './stand-in';
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
