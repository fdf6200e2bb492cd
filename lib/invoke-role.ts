import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/**
 * Functions that one policy names. A managed policy holds 6,144 characters and the longest address, with Lambda's longest name, is about
 * 125, so that 45 always fit; a role's inline policies hold 10,240 in all, too few for 105 addresses with long names. A role takes ten
 * such policies. Source: IAM quotas.
 */
const FUNCTIONS_PER_POLICY = 45;

/** The role by which the gateway calls exactly these functions. It takes the place of a permission on each of them. */
export class InvokeRole extends Construct {
  readonly roleArn: string;

  constructor(scope: Construct, id: string, functionArns: readonly string[]) {
    super(scope, id);
    this.roleArn = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: chunksOf(FUNCTIONS_PER_POLICY, functionArns).map((resources, index) => {
        const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
        return new ManagedPolicy(this, `Functions${index + 1}`, { statements: [statement] });
      }),
    }).roleArn;
  }
}

const chunksOf = <T>(size: number, all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
