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
 * A custom topic policy replaces the default one, which lets the account's alarms publish. So the policy names them.
 */
function makeTopic(
  scope: Construct,
  settings: Settings,
  name: keyof Topics,
  recipients: readonly string[] = [],
): ITopic | undefined {
  if (recipients.length === 0) return undefined;
  const topic = new Topic(scope, constructId(name), { topicName: `${prefixOf(settings)}-${name}` });
  for (const recipient of recipients)
    topic.addSubscription(isHttps(recipient) ? new UrlSubscription(recipient) : new EmailSubscription(recipient));
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
    }),
  );
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
