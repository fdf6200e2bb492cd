import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER } from '../shared/operation/origin';
import { explained } from './explained';
import { prefixOf } from './names';
import { originSecretToSend } from './origin-secrets';
import type { Settings } from './settings';
import { WebAcl } from './web-acl';

/** The gateway answers within 30 seconds, and CloudFront must not end the connection before. */
const ORIGIN_READ_SECONDS = 35;

interface EdgeProps {
  readonly settings: Settings;
  readonly domainName: string;
  readonly certificateArn: string;
  /** The gateway's regional name of the domain. */
  readonly origin: string;
}

/** CloudFront with a web ACL in front of the API. An HTTP API itself takes no web ACL. */
export class Edge extends Construct {
  /** The target of the domain's DNS record. */
  readonly target: string;

  constructor(scope: Construct, id: string, { settings, domainName, certificateArn, origin }: EdgeProps) {
    super(scope, id);
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'API',
      domainNames: [domainName],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: new WebAcl(this, 'WebAcl', settings).arn,
      defaultBehavior: {
        origin: new HttpOrigin(origin, {
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          originSslProtocols: [OriginSslPolicy.TLS_V1_2],
          readTimeout: Duration.seconds(ORIGIN_READ_SECONDS),
          customHeaders: { [ORIGIN_SECRET_HEADER]: originSecretToSend(settings) },
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: this.requestPolicy(settings),
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
    });
    explained(distribution, {
      'AwsSolutions-CFR1': 'Trucks cross the border, and their drivers call the API there.',
      'AwsSolutions-CFR3': 'The gateway behind it logs each request without addresses, which are personal data.',
    });
    this.target = distribution.distributionDomainName;
  }

  /**
   * All headers, cookies and query strings reach the gateway, and the viewer's address. The Host header is among them:
   * it is the domain that the gateway knows. A policy that leaves out Host cannot add the address.
   */
  private requestPolicy(settings: Settings): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'RequestPolicy', {
      originRequestPolicyName: `${prefixOf(settings)}-api`,
      headerBehavior: OriginRequestHeaderBehavior.all('CloudFront-Viewer-Address'),
      cookieBehavior: OriginRequestCookieBehavior.all(),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    });
  }
}
