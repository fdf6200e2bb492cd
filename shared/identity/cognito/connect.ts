import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { clientOf } from '../../platform/runtime/context';
import { answerFromMemory, type Connect } from '../../platform/runtime/rehearsal';
import { cognitoClient, cognitoClientOnce } from './user-pool';

/** Rehearses a call of Cognito with each client, and opens their connections. RevokeToken is the smallest call. */
export const connectCognito: Connect = ({ clients }, end) =>
  Promise.all(
    [cognitoClient, cognitoClientOnce].map((make) => {
      const command = new RevokeTokenCommand({ Token: 'A', ClientId: 'A' });
      command.middlewareStack.add(answerFromMemory('{}'), { step: 'deserialize', priority: 'low' });
      return clientOf(clients, make).send(command, { abortSignal: end });
    }),
  );
