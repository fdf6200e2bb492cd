import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { browserHeaders } from './browser-headers';
import { explained } from './explained';
import { PublishedReference, referenceBehaviors } from './published-reference';
import type { Settings } from './settings';

const LONGEST_CACHED = Duration.minutes(5);

const SANDBOX = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

interface Delivered {
  readonly assets: Bucket;
  readonly settings: Settings;
  /** The folder of the static reference. Called only when the stage publishes it. */
  readonly reference: () => string;
}

/**
 * The public address of the assets. Only CloudFront may read the bucket. Users upload these files, so browsers must not
 * run them as pages: one header forbids guessing another type than the declared one, and a sandbox blocks scripts in
 * XML or HTML.
 */
export class Delivery extends Construct {
  /** Without a trailing slash. */
  readonly url: string;
  /** The target of the DNS record of the assets' own name. */
  readonly target: string | undefined;

  constructor(scope: Construct, id: string, { assets, settings, reference }: Delivered) {
    super(scope, id);
    // The emulator has no CloudFront, so its bucket's own address is used.
    if (settings.emulator) this.url = assets.urlForObject();
    else {
      const distribution = this.distribute(assets, settings);
      const { distributionDomainName } = distribution;
      if (settings.publishReference)
        new PublishedReference(this, 'Reference', { folder: reference(), assets: assets as IBucket, distribution });
      this.target = distributionDomainName;
      this.url = `https://${settings.assetsDomainName ?? distributionDomainName}`;
    }
  }

  private distribute(
    assets: Bucket,
    { assetsDomainName, assetsCertificateArn, publishReference }: Settings,
  ): Distribution {
    const hasOwnName = assetsDomainName !== undefined && assetsCertificateArn !== undefined;
    const responseHeadersPolicy = browserHeaders(this, 'Headers', SANDBOX);
    // An address names the file's version, so a replaced file has a new address. A deleted one is gone after the longest
    // time, without an invalidation. Another parameter in the key would let a reader fill the cache.
    const cachePolicy = new CachePolicy(this, 'Cache', {
      comment: 'Assets by version, for five minutes',
      minTtl: Duration.seconds(0),
      defaultTtl: LONGEST_CACHED,
      maxTtl: LONGEST_CACHED,
      queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
    });
    const defaultBehavior: BehaviorOptions = {
      // The cast is needed because `Bucket` and `IBucket` declare one optional property differently under
      // exactOptionalPropertyTypes.
      origin: S3BucketOrigin.withOriginAccessControl(assets as IBucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      cachePolicy,
      // Without the Origin header S3 answers a page's script without the headers that let it read a picture.
      originRequestPolicy: OriginRequestPolicy.CORS_S3_ORIGIN,
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Assets',
      // Covers the United States, Mexico, Canada and Europe: the carriers and their trucks are in North America.
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(hasOwnName && {
        domainNames: [assetsDomainName],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', assetsCertificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultBehavior,
      ...(publishReference && { additionalBehaviors: referenceBehaviors(this, defaultBehavior) }),
    });
    explained(distribution, {
      'AwsSolutions-CFR1': 'Trucks cross the border, and so do the pictures of them.',
      'AwsSolutions-CFR2':
        'What is served is public by the contract and cannot be changed here; docs/operations.md says how to put WAF before it.',
      'AwsSolutions-CFR3': 'A log of the addresses of readers would be personal data, and no rule needs it.',
      ...(!hasOwnName && {
        'AwsSolutions-CFR4':
          'The distribution’s own certificate allows no other policy; a domain of its own would (docs/operations.md).',
      }),
    });
    return distribution;
  }
}
