import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { prefixOf } from './names';
import type { Settings } from './settings';

/** Requests of one address in five minutes. */
const REQUESTS_PER_ADDRESS = 2000;
const WINDOW_SECONDS = 300;

/** The web ACL of the edge. It answers 403 without our body. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const name = `${prefixOf(settings)}-api`;
    this.arn = new CfnWebACL(this, 'Acl', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(name),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: REQUESTS_PER_ADDRESS,
              evaluationWindowSec: WINDOW_SECONDS,
              aggregateKeyType: 'IP',
            },
          },
          visibilityConfig: visible(`${name}-rate`),
        },
        // Its limit of 8 kB for a body is only counted: requests have up to 256 kB, and the service checks their size.
        managed(name, 1, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
        managed(name, 2, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    }).attrArn;
  }
}

function managed(
  prefix: string,
  priority: number,
  name: string,
  counted: readonly string[] = [],
): CfnWebACL.RuleProperty {
  const ruleActionOverrides = counted.map((rule) => ({ name: rule, actionToUse: { count: {} } }));
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ruleActionOverrides } },
    visibilityConfig: visible(`${prefix}-${name}`),
  };
}

/** Counts the matches without samples, which would show headers and bodies of requests. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});
