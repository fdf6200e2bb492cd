import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/**
 * The number of functions per policy. A managed policy holds 6,144 characters, and the longest ARN has about 125, so 45
 * always fit. A role takes ten such policies. Inline policies are not enough: a role's hold 10,240 characters in total.
 * Source: IAM quotas.
 */
const FUNCTIONS_PER_POLICY = 45;

/** The role with which the gateway invokes these functions. It replaces a resource policy on each of them. */
export class InvokeRole extends Construct {
  readonly roleArn: string;

  constructor(scope: Construct, id: string, functionArns: readonly string[]) {
    super(scope, id);
    this.roleArn = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: invokePolicies(this, functionArns),
    }).roleArn;
  }
}

/** The right to invoke these functions and no others. */
export const invokePolicies = (scope: Construct, functionArns: readonly string[]): ManagedPolicy[] =>
  chunksOf(FUNCTIONS_PER_POLICY, functionArns).map((resources, index) => {
    const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
    return new ManagedPolicy(scope, `Functions${index + 1}`, { statements: [statement] });
  });

const chunksOf = <T>(size: number, all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
