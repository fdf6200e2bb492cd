import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  type IConfigurationSet,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { prefixOf } from './names';
import { retriedQueue } from './retried-queue';
import type { Settings } from './settings';
import { makeMailEvents } from './topics';

/** The tries of a mail span 67 minutes, longer than a usual outage of SES. */
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
    const { queue, deadLetters } = retriedQueue(this, settings, { deadLetters: 'Undelivered', tries: TRIES });
    this.queue = queue;
    this.undelivered = deadLetters;
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
