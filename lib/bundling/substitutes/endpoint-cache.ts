/**
 * Stands in for `@aws-sdk/endpoint-cache` in the bundles: a DynamoDB client makes one when it is made, and no command of DynamoDB discovers its
 * endpoint. With the library of collections that it brings it is 8 kB.
 */
export class EndpointCache {}
