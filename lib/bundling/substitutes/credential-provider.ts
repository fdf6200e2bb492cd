/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. A Lambda function has its credentials in the
 * environment. The other sources (profiles, single sign-on, instance metadata) are 135 kB of code that can never apply
 * there.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
