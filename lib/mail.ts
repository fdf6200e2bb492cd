import { Duration } from 'aws-cdk-lib';
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  type IConfigurationSet,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { prefixOf } from './names';
import { FUNCTION_TIMEOUT_SECONDS } from './operation-function';
import type { Settings } from './settings';
import { removalPolicy } from './storage';
import { makeMailEvents } from './topics';

/**
 * Six times the consumer's timeout, as AWS recommends for Lambda: with less, a slow batch would be delivered twice. The
 * tries of a mail span 67 minutes, longer than a usual outage of SES.
 */
const PAUSE_SECONDS = 6 * FUNCTION_TIMEOUT_SECONDS;
const TRIES = 24;

/** The name of the stage's configuration set, in the region of `mailRegion` too. */
export const configurationSetName = (settings: Pick<Settings, 'stage'>): string => prefixOf(settings);

/** The mail queue, the dead-letter queue for mails whose tries failed, and the rules of SES for all mails of the stage. */
export class Mail extends Construct {
  readonly queue: Queue;
  readonly undelivered: Queue;
  readonly configurationSet: IConfigurationSet;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const kept = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: !settings.emulator,
      retentionPeriod: Duration.days(14),
      removalPolicy: removalPolicy(settings),
    };
    this.undelivered = new Queue(this, 'Undelivered', kept);
    this.queue = new Queue(this, 'Queue', {
      ...kept,
      visibilityTimeout: Duration.seconds(PAUSE_SECONDS),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: TRIES },
    });
    this.configurationSet = this.addConfigurationSet(settings);
  }

  /** SES sends no second mail to an address that bounced or complained, and each such event informs the recipients of alarms. */
  private addConfigurationSet(settings: Settings): IConfigurationSet {
    const set = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: configurationSetName(settings),
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    const topic = makeMailEvents(this, settings);
    if (topic) {
      set.addEventDestination('Events', {
        destination: EventDestination.snsTopic(topic),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      });
    }
    return set;
  }
}
