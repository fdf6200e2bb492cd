import { type Attack, BEFORE } from './support/attack';
import { must } from './support/http';

const SECRET = 'a-secret-of-the-edge-that-no-caller-knows';
/** One more than one network may try in an hour. */
const ACCOUNTS = 51;

/** Rule 31: the way past the edge, and the address of the caller. */
export const edge: readonly Attack[] = [
  {
    name: 'walk-past-the-edge',
    goal: 'Call the API past the edge and its firewall, by the gateway’s own address.',
    rule: 31,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    environment: { ORIGIN_SECRETS: SECRET },
    play: async (world) => {
      const viewer = { 'cloudfront-viewer-address': '192.0.2.7:50000' };
      const called = await world.send('GET /health', { headers: { ...viewer, 'x-origin-secret': 'guessed' } });
      return {
        reached: called.status === 200,
        stop: called,
        rightful: async () =>
          must(200, world.send('GET /health', { headers: { ...viewer, 'x-origin-secret': SECRET } })),
      };
    },
  },
  {
    name: 'invent-addresses',
    goal: 'Try a common password on many accounts from one computer, with a header that names another address each time.',
    rule: 31,
    breaks: {
      file: 'shared/operation/origin.ts',
      text: 'if (!ORIGIN_SECRETS) return { address: requestContext.http.sourceIp };',
      replacement:
        "if (!ORIGIN_SECRETS) return { address: headers['cloudfront-viewer-address']?.split(':')[0] ?? requestContext.http.sourceIp };",
    },
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const address = world.address();
      const guess = (nth: number) =>
        world.from(address, 'POST /auth/login', {
          body: { email: `${world.unique('n')}@fletes.mx`, password: 'Adivina-Otra-55' },
          headers: { 'cloudfront-viewer-address': `192.0.2.${nth}:50000` },
        });
      let answer = await guess(1);
      for (let nth = 2; nth <= ACCOUNTS && answer.status === 401; nth += 1) answer = await guess(nth);
      return { reached: answer.status === 401, stop: answer, rightful: async () => world.person() };
    },
  },
];
