import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';

/** A mock of the SDK's Cognito client with the answers of a test. A command without an answer fails. */
export const mockedCognito = () => mockClient(CognitoIdentityProviderClient);

/** An exception of Cognito's own class, as the SDK throws it. */
export const thrown = <Failure>(
  Exception: new (options: { message: string; $metadata: Record<never, never> }) => Failure,
): Failure => new Exception({ message: 'as the test says', $metadata: {} });
