import { cognito } from './cognito/stand-in';
import { facturapi } from './facturapi/stand-in';
import { simpleEmail } from './mail/simple-email';
import { simpleQueue } from './mail/simple-queue';
import { s3 } from './s3/stand-in';
import { secretsManager } from './secrets/secrets-manager';
import type { MakeStandIn } from './stand-in';

/** Every service that is played here; one more is one more line. DynamoDB is not among them: it has an engine of its own. */
export const STAND_INS: readonly MakeStandIn[] = [cognito, simpleQueue, simpleEmail, s3, secretsManager, facturapi];
