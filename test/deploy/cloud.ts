import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { baseEnvironment, run } from './command';
import { ACCOUNT, clientEnvironment, type Emulator, REGION, ROOT_CREDENTIALS } from './emulator';

const ROOT = join(__dirname, '..', '..');

const Outputs = v.object({
  ApiId: v.string(),
  TableName: v.string(),
  AssetsBucketName: v.string(),
  DocumentsBucketName: v.string(),
  StaffUserPoolId: v.string(),
  StaffClientId: v.string(),
  DriversUserPoolId: v.string(),
  DriversClientId: v.string(),
  MailQueueUrl: v.string(),
  StampingSecretArn: v.string(),
});

/** The outputs of the deployed stack that seeding and calls need. */
export interface DeployedEnvironment extends v.InferOutput<typeof Outputs> {
  /** Options for any client of the SDK: the emulator, as the account's root. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  readonly baseUrl: string;
}

/** The result of a deployment. */
interface Deployment {
  /** CloudFormation found nothing to change. */
  readonly isUnchanged: boolean;
}

/** The CDK's command line against the emulator. */
export class Cloud {
  /** The folder of the synthesis for the emulator. */
  readonly assembly: string;
  private readonly outputs: string;
  private readonly log: string;

  constructor(
    private readonly emulator: Emulator,
    private readonly directory: string,
    private readonly stampingProvider: string,
  ) {
    this.assembly = join(directory, 'assembly');
    this.outputs = join(directory, 'outputs.json');
    this.log = join(directory, 'cdk.log');
  }

  /** Synthesizes what is deployed here. Skips the CDK's validation of the templates, which runs for the AWS synthesis. */
  synthesize = (): Promise<void> => this.synthesizeTree(ROOT, this.assembly);

  /** The same for another tree. */
  synthesizeTree = (root: string, assembly: string): Promise<void> =>
    this.cdk(
      ['synth', '--quiet', '--no-validation', '--output', assembly].concat(
        contextOf({ emulator: 'true', testSeals: 'true', stampingProvider: this.stampingProvider }),
      ),
      root,
    );

  /** Synthesizes for AWS, for the linter. Returns the folder of the templates. */
  synthesizeForAws = async (context: Readonly<Record<string, string>>): Promise<string> => {
    const assembly = join(this.directory, `assembly-for-aws-${context.stage ?? 'dev'}`);
    await this.cdk(['synth', '--quiet', '--output', assembly, ...contextOf(context)]);
    return assembly;
  };

  /** The policy of the CDK's bucket refuses plain HTTP, and the emulator serves only plain HTTP. So the policy is removed. */
  bootstrap = async (): Promise<void> => {
    await this.cdk(['bootstrap', `aws://${ACCOUNT}/${REGION}`, '--app', this.assembly]);
    const s3 = new S3Client({ endpoint: this.emulator.endpoint, region: REGION, credentials: ROOT_CREDENTIALS });
    await s3.send(new DeleteBucketPolicyCommand({ Bucket: `cdk-hnb659fds-assets-${ACCOUNT}-${REGION}` }));
  };

  /** Deploys the assembly, with no stack name, as the guide says. */
  deploy = async (assembly = this.assembly): Promise<Deployment> => {
    const before = existsSync(this.log) ? readFileSync(this.log, 'utf8').length : 0;
    await this.cdk([
      ...['deploy', '--app', assembly, '--require-approval', 'never', '--progress', 'events'],
      ...['--outputs-file', this.outputs],
    ]);
    const told = readFileSync(this.log, 'utf8').slice(before);
    return { isUnchanged: /fleet-\w+ \(no changes\)/.test(told) };
  };

  destroy = (): Promise<void> => this.cdk(['destroy', '--app', this.assembly, '--force']);

  environment(): DeployedEnvironment {
    const stacks = v.parse(
      v.record(v.string(), v.record(v.string(), v.string())),
      JSON.parse(readFileSync(this.outputs, 'utf8')),
    );
    const outputs = v.parse(Outputs, Object.assign({}, ...Object.values(stacks)));
    const { endpoint } = this.emulator;
    return {
      ...outputs,
      client: { endpoint, region: REGION, credentials: ROOT_CREDENTIALS },
      baseUrl: `${endpoint}/_aws/execute-api/${outputs.ApiId}/$default`,
    };
  }

  private cdk(args: readonly string[], cwd = ROOT): Promise<void> {
    return run({
      command: join(ROOT, 'node_modules', '.bin', 'cdk'),
      args: [...args, '--no-notices'],
      env: {
        ...baseEnvironment(),
        ...clientEnvironment(this.emulator.endpoint),
        HOME: this.directory,
        CDK_DISABLE_CLI_TELEMETRY: 'true',
        CI: 'true',
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      },
      log: this.log,
      cwd,
    });
  }
}

const contextOf = (context: Readonly<Record<string, string>>): string[] =>
  Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
