import { cognitoClient, cognitoClientOnce } from '../../shared/identity/cognito/user-pool';
import { awsJson } from '../aws-json';
import type { CloudServices, StandIn } from '../stand-in';
import { jsonAnswer } from '../wire';
import { administrationActions } from './administration';
import { authenticatorActions } from './authenticator';
import { publishedKeys } from './keys';
import { POOLS, poolByClient } from './pools';
import { selfServiceActions } from './self-service';
import { signInActions } from './sign-in';
import { type CognitoState, openState, userBySub } from './state';

/**
 * A stand-in of Amazon Cognito with the two user pools of this service. It answers in the SDK's protocol, and simulates sessions, codes,
 * lockouts and signed tokens.
 */
export async function cognito(services: CloudServices): Promise<StandIn> {
  const state = await openState(services);
  const keys = await publishedKeys(state.keys);
  const actions = awsJson(
    {
      ...signInActions(state),
      ...authenticatorActions(state),
      ...administrationActions(state),
      ...selfServiceActions(state),
    },
    '1.1',
  );
  return {
    answer: (request) => {
      if (request.method === 'POST') return actions(request);
      const isKeys = state.pools.some(({ id }) => request.path === `/${id}/.well-known/jwks.json`);
      return isKeys ? jsonAnswer(200, keys) : jsonAnswer(404, { message: 'Not Found' });
    },
    clients: [cognitoClient, cognitoClientOnce],
    environment: (endpoint) => ({
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint,
      ...Object.fromEntries(
        POOLS.flatMap(({ id, name, clientId, otherClients = [] }) => {
          const prefix = name.toUpperCase();
          return [
            ...otherClients.flatMap((other) => clientVariables(state, other.variable, other.clientId)),
            [`${prefix}_USER_POOL_ID`, id],
            ...clientVariables(state, `${prefix}_CLIENT_ID`, clientId),
            [`${prefix}_JWKS`, JSON.stringify(keys)],
          ];
        }),
      ),
    }),
    nameOf: (sub) => {
      const [user] = POOLS.flatMap(({ id }) => userBySub(state, id, sub) ?? []);
      return user?.attributes.email ?? user?.username;
    },
    stop: async () => state.close(),
  };
}

/** The variables of a client. At AWS the deploy puts the secret into the environment, as here. */
const clientVariables = ({ pools }: CognitoState, variable: string, clientId: string): [string, string][] => [
  [variable, clientId],
  [variable.replace(/ID$/, 'SECRET'), poolByClient(pools, clientId).clientSecret],
];
