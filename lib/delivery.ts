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
 * The public address of the assets. Only CloudFront may read the bucket. Users upload these files, so browsers must not
 * run them as pages: one header forbids guessing another type than the declared one, and a sandbox blocks scripts in
 * XML or HTML.
 */
export class Delivery extends Construct {
  /** Without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, { assets, settings }: { assets: Bucket; settings: Settings }) {
    super(scope, id);
    // The emulator has no CloudFront, so its bucket's own address is used.
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
      // Covers the United States, Mexico, Canada and Europe: the carriers and their trucks are in North America.
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultBehavior: {
        // The cast is needed because `Bucket` and `IBucket` declare one optional property differently under
        // exactOptionalPropertyTypes.
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
