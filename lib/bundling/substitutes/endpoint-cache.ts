/**
 * Replaces `@aws-sdk/endpoint-cache` in the bundles. A DynamoDB client creates one, but no DynamoDB command discovers
 * endpoints. Saves 8 kB with its library of collections.
 */
export class EndpointCache {}
