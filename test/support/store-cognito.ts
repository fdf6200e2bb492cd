import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';

/** Cognito as the SDK's client sees it, answering what a test says; without an answer a command fails. */
export const mockedCognito = () => mockClient(CognitoIdentityProviderClient);

/** An exception of Cognito's own class, as the SDK throws it. */
export const thrown = <Failure>(
  Exception: new (options: { message: string; $metadata: Record<never, never> }) => Failure,
): Failure => new Exception({ message: 'as the test says', $metadata: {} });
