import { Duration } from 'aws-cdk-lib';
import {
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { explained } from './explained';
import type { Settings } from './settings';

/**
 * The public address of the assets: CloudFront, the only one that may read the bucket. What was uploaded is somebody's file, so no page may
 * run as part of it: types are taken as they are said, and a sandbox keeps scripts of an XML or HTML text from running.
 */
export class Delivery extends Construct {
  /** Without a slash at its end. */
  readonly url: string;

  constructor(scope: Construct, id: string, { assets, settings }: { assets: Bucket; settings: Settings }) {
    super(scope, id);
    // The emulator has no content delivery: there the bucket's own address stands for it.
    this.url = settings.emulator ? assets.urlForObject() : `https://${this.distribute(assets).distributionDomainName}`;
  }

  private distribute(assets: Bucket): Distribution {
    const responseHeadersPolicy = new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
    });
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Assets',
      // The United States, Mexico, Canada and Europe: where the carriers and their trucks are.
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultBehavior: {
        // Bucket writes one optional property of IBucket in a way that exactOptionalPropertyTypes tells apart.
        origin: S3BucketOrigin.withOriginAccessControl(assets as IBucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy,
      },
    });
    explained(distribution, {
      'AwsSolutions-CFR1': 'Trucks cross the border, and so do the pictures of them.',
      'AwsSolutions-CFR2':
        'What is served is public by the contract and cannot be changed here; docs/operations.md says how to put WAF before it.',
      'AwsSolutions-CFR3': 'Who looks at a logo is nobody’s business; a log of addresses would be personal data.',
      'AwsSolutions-CFR4':
        'The distribution’s own certificate allows no other policy; a domain of its own would (docs/operations.md).',
    });
    return distribution;
  }
}
