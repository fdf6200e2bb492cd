/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles: a function in Lambda has its credentials in the environment, and the
 * chain of the other sources (profiles, single sign-on, instance metadata) is 135 kB of code that could never answer there.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
