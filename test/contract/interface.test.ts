import document from '../../docs/openapi.json';

/**
 * The statuses that the contract documents for its 22 operations, transcribed by hand. Any other status in the document must be one that
 * every operation may answer, or stand in the row with the ruling that added it.
 */
const ROWS: readonly (readonly [method: string, path: string, statuses: string, added?: string])[] = [
  ['post', '/auth/mfa/respond', '400 401'],
  ['post', '/auth/mfa/recover', '400 401'],
  ['post', '/dms/upload-url', '400 403'],
  // A creation takes an Idempotency-Key, and answers 409 when the key comes with another body.
  ['post', '/dms/files', '400 403', '409'],
  ['get', '/drivers/me', '401 403 404'],
  // A change takes If-Match, and answers 412 when the record has another version.
  ['patch', '/drivers/me', '400 401 403 404', '412'],
  ['get', '/teams/{teamId}/drivers/available', '401 403'],
  ['post', '/trips/{tripId}/start', '400 403 404 409'],
  ['post', '/trips/{tripId}/location-ping', '400 403 404 409'],
  ['put', '/teams/{teamId}/trips/{tripId}/status', '400 401 403 404', '412'],
  ['post', '/teams', '400 401', '409'],
  ['get', '/teams/{teamId}', '401 403 404'],
  ['put', '/users/me', '400 401'],
  ['put', '/teams/{teamId}/vehicles/{vehicleId}', '400 401 403 404', '412'],
  ['post', '/clients', '400 401 403', '409'],
  ['post', '/routes', '400 401 403', '409'],
  ['get', '/teams/{teamId}/payments', '403'],
  ['get', '/invoices', '400 403'],
  ['get', '/invoices/{id}', '400 403 404'],
  ['post', '/invoices/certificate', '400 403 502'],
  ['patch', '/teams/{teamId}/box-reservations/{reservationId}/close', '400 403 404 409'],
  ['put', '/teams/{teamId}/boxes/{boxId}/status', '400 403 404'],
];

const INTERFACE = ROWS.map(([method, path, statuses, added = '']) => ({ method, path, statuses, added }));

/** The statuses that every operation may answer: malformed request, missing or wrong token, limits, faults. */
const EVERYWHERE = ['400', '401', '403', '413', '429', '500', '503'];

const paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>> = document.paths;

test('the interface has 22 operations', () => expect(INTERFACE).toHaveLength(22));

test.each(INTERFACE)('$method $path documents $statuses', ({ method, path, statuses, added }) => {
  const documented = Object.keys(paths[path]?.[method]?.responses ?? {}).filter((status) => Number(status) >= 400);
  const stated = statuses.split(' ');
  expect(documented).toEqual(expect.arrayContaining(stated));
  const beyond = documented.filter((status) => !stated.includes(status) && !EVERYWHERE.includes(status));
  expect(beyond.join(' ')).toBe(added);
});
