import { Stack } from 'aws-cdk-lib';
import {
  type BehaviorOptions,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type IDistribution,
} from 'aws-cdk-lib/aws-cloudfront';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { browserHeaders } from './browser-headers';
import { explained } from './explained';

/** The place of the reference in the assets bucket and below the assets' address. No upload folder has this name. */
const REFERENCE_PLACE = 'docs';

/** The page runs its own scripts and styles, reads its own files, and nothing else. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** CloudFront knows a default file for the root of a distribution only. */
const TO_THE_PAGE = `function handler(event) {
  if (event.request.uri === '/${REFERENCE_PLACE}/') event.request.uri = '/${REFERENCE_PLACE}/index.html';
  if (event.request.uri !== '/${REFERENCE_PLACE}') return event.request;
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: '/${REFERENCE_PLACE}/' } } };
}`;

/** How CloudFront answers below the reference's place. The rest of `usual`, the cache and the origin, stays as for assets. */
export function referenceBehaviors(scope: Construct, usual: BehaviorOptions): Record<string, BehaviorOptions> {
  const responseHeadersPolicy = browserHeaders(scope, 'ReferenceHeaders', REFERENCE_POLICY);
  const toThePage = new CloudFrontFunction(scope, 'ReferencePage', {
    code: FunctionCode.fromInline(TO_THE_PAGE),
    runtime: FunctionRuntime.JS_2_0,
  });
  const behavior = {
    ...usual,
    responseHeadersPolicy,
    functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: toThePage }],
  };
  return { [REFERENCE_PLACE]: behavior, [`${REFERENCE_PLACE}/*`]: behavior };
}

/** Copies the static reference to its place at each deploy that changes it, and deletes files that it no longer has. */
export class PublishedReference extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { folder, assets, distribution }: { folder: string; assets: IBucket; distribution: IDistribution },
  ) {
    super(scope, id);
    const deployment = new BucketDeployment(this, 'Copy', {
      sources: [Source.asset(folder)],
      destinationBucket: assets,
      destinationKeyPrefix: `${REFERENCE_PLACE}/`,
      distribution,
      distributionPaths: [`/${REFERENCE_PLACE}/*`],
      memoryLimit: 256,
    });
    explained(deployment, {
      'AwsSolutions-IAM5': 'The copy may write objects of the assets bucket, whose names the deployment decides.',
    });
    const shared = Stack.of(this).node.children.filter(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
    for (const copier of shared) {
      explained(copier, {
        'AwsSolutions-IAM4': 'The CDK’s own function writes its log by AWS’s policy for that.',
        'AwsSolutions-IAM5': 'The CDK’s own function reads its own asset and writes the assets bucket.',
        'AwsSolutions-L1': 'The CDK chooses the runtime that its function was tested with.',
      });
    }
  }
}
