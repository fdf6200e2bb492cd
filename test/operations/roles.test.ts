import { OPERATIONS } from '../../functions/catalog';

/**
 * The operations that the contract reserves for administrators or owners, by route. Every member may use a team's other operations.
 * `removeMember` is not listed: every member may call it for themselves, and the use case checks the role for other members.
 */
const ROLES: Readonly<Record<string, string>> = {
  'PUT /teams/{teamId}': 'ADMIN',
  'POST /teams/{teamId}/join-code/rotate': 'ADMIN',
  'GET /teams/{teamId}/policies': 'ADMIN',
  'PUT /teams/{teamId}/policies': 'OWNER',
  'PUT /teams/{teamId}/road-policy': 'ADMIN',
  'PUT /teams/{teamId}/members/{userId}': 'OWNER',
  'DELETE /teams/{teamId}/members/{userId}/sessions': 'ADMIN',
  'POST /teams/{teamId}/invitations': 'ADMIN',
  'GET /teams/{teamId}/invitations': 'ADMIN',
  'DELETE /teams/{teamId}/invitations/{email}': 'ADMIN',
  'POST /teams/{teamId}/drivers': 'ADMIN',
  'PUT /drivers/{driverId}': 'ADMIN',
  'POST /teams/{teamId}/drivers/{driverId}/access': 'ADMIN',
  'GET /teams/{teamId}/drivers/{driverId}/export': 'ADMIN',
  'POST /teams/{teamId}/drivers/{driverId}/erase': 'OWNER',
  'GET /teams/{teamId}/erased/{personId}': 'OWNER',
  'POST /teams/{teamId}/vehicles': 'ADMIN',
  'POST /teams/{teamId}/boxes': 'ADMIN',
  'DELETE /clients/{id}': 'ADMIN',
  'DELETE /routes/{id}': 'ADMIN',
  'DELETE /teams/{teamId}/vehicles/{vehicleId}': 'ADMIN',
  'DELETE /teams/{teamId}/boxes/{boxId}': 'ADMIN',
  'DELETE /teams/{teamId}/trips/{tripId}': 'ADMIN',
  'PATCH /teams/{teamId}/box-reservations/{reservationId}/cancel': 'ADMIN',
  'DELETE /teams/{teamId}/payments/{paymentId}': 'ADMIN',
  'GET /teams/{teamId}/reports/taxes': 'ADMIN',
  'GET /teams/{teamId}/audit': 'ADMIN',
  'POST /teams/{teamId}/api-keys': 'ADMIN',
  'GET /teams/{teamId}/api-keys': 'ADMIN',
  'DELETE /teams/{teamId}/api-keys/{id}': 'ADMIN',
};

const AREAS =
  /^(teams|drivers|vehicles|clients|route-points|routes|trips|boxes|box-reservations|payments|reports|alerts|api-keys|audit|expirations)\//;
const OF_A_TEAM = Object.entries(OPERATIONS).flatMap(([file, { route, auth }]) =>
  AREAS.test(file) && auth !== 'public' && 'team' in auth && auth.team ? [{ route, role: auth.role }] : [],
);

it.each(OF_A_TEAM)('$route asks for the role of the ruling', ({ route, role }) => {
  expect(role).toBe(ROLES[route]);
});

it('there is an operation for every role of the ruling', () => {
  const routes: readonly string[] = OF_A_TEAM.map(({ route }) => route);
  expect(routes).toEqual(expect.arrayContaining(Object.keys(ROLES)));
});
