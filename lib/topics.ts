import { Effect, PolicyStatement, ServicePrincipal, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { constructId, prefixOf } from './names';
import { isHttps, type Settings } from './settings';

/** The topic of alarms that wake a person, and the topic of those that wait until the morning. */
export interface Topics {
  readonly page: ITopic | undefined;
  readonly ticket: ITopic | undefined;
}

/** Without recipients there is no topic, and the alarms only change their state. */
export const makeTopics = (scope: Construct, settings: Settings): Topics => ({
  page: makeTopic(scope, settings, 'page', settings.pageMail),
  ticket: makeTopic(scope, settings, 'ticket', settings.alarmMail),
});

/**
 * The topic of bounces and complaints, with the recipients of tickets. It is beside the configuration set, which exists
 * before the alarms. The events name the address of the mail. SES gets its permission with the event destination.
 */
export function makeMailEvents(scope: Construct, settings: Settings): ITopic | undefined {
  const { alarmMail = [] } = settings;
  return alarmMail.length === 0 ? undefined : subscribed(scope, settings, 'mail-events', alarmMail);
}

/**
 * A custom topic policy replaces the default one, which lets the account's alarms publish. So the policy names them.
 */
function makeTopic(
  scope: Construct,
  settings: Settings,
  name: keyof Topics,
  recipients: readonly string[] = [],
): ITopic | undefined {
  if (recipients.length === 0) return undefined;
  const topic = subscribed(scope, settings, name, recipients);
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
    }),
  );
  return topic;
}

/** A topic with its recipients, to which principals publish by HTTPS alone. */
function subscribed(scope: Construct, settings: Settings, name: string, recipients: readonly string[]): Topic {
  const topic = new Topic(scope, constructId(name), { topicName: `${prefixOf(settings)}-${name}` });
  for (const recipient of recipients)
    topic.addSubscription(isHttps(recipient) ? new UrlSubscription(recipient) : new EmailSubscription(recipient));
  topic.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new StarPrincipal()],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
  return topic;
}
