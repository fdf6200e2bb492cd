import type { Operation } from '../../shared/operation/define';
import {
  admitMember,
  admittedRequest,
  exchange,
  makeWorld,
  memberCaller,
  putEntity,
  type World,
} from '../every-operation/world';
import { TEAM_ID } from '../support/user-pools';
import { renameToy } from './sample-operations';

const toy: Operation = renameToy;

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

type ToyRequest = Awaited<ReturnType<typeof admittedRequest>>;

interface Offence {
  readonly offends: string;
  readonly answer: {
    readonly status: number;
    readonly body: { readonly error: string; readonly field?: string; readonly message?: string };
  };
  readonly request?: (request: ToyRequest) => ToyRequest;
  readonly world?: () => void;
  /** Replaces the whole body, regardless of the other offence. */
  readonly text?: string;
}

/** In the order in which the service checks. Of two offences in one request, the first one is answered. */
const OFFENCES: readonly Offence[] = [
  {
    offends: 'token',
    answer: { status: 401, body: { error: 'UNAUTHENTICATED' } },
    request: (request) => ({ ...request, headers: {} }),
  },
  {
    offends: 'JSON',
    answer: { status: 400, body: { error: 'VALIDATION_FAILED', field: 'body' } },
    text: '{"name":',
  },
  {
    offends: 'identifier',
    answer: { status: 400, body: { error: 'VALIDATION_FAILED', field: 'toyId' } },
    request: (request) => ({ ...request, path: { ...request.path, toyId: '7' } }),
  },
  {
    offends: 'membership',
    answer: { status: 403, body: { error: 'FORBIDDEN', message: 'You are not a member of this team.' } },
    world: () => world.services.reset(),
  },
  {
    offends: 'role',
    answer: {
      status: 403,
      body: { error: 'FORBIDDEN', message: 'This needs the role ADMIN in the team. Ask its owner.' },
    },
    world: () => void admitMember(world.services, 'MEMBER'),
  },
  {
    offends: 'body',
    answer: { status: 400, body: { error: 'VALIDATION_FAILED', field: 'name' } },
    request: (request) => ({ ...request, body: { name: '' } }),
  },
  {
    offends: 'entity',
    answer: { status: 404, body: { error: 'NOT_FOUND' } },
    world: () => {
      world.services.reset();
      admitMember(world.services, 'OWNER');
    },
  },
  {
    offends: 'state',
    answer: { status: 409, body: { error: 'CONFLICT' } },
    request: (request) => ({ ...request, body: { name: 'taken' } }),
  },
];

async function answerTo(offences: readonly Offence[]) {
  const request = await admittedRequest(toy, world);
  for (const { world: change } of offences.toReversed()) change?.();
  const changed = offences.reduceRight((changing, { request: change = (same) => same }) => change(changing), request);
  const [body = changed.body] = offences.flatMap(({ text }) => text ?? []);
  const { answer } = await exchange(toy, world, { ...changed, body });
  return answer;
}

test('a request without an offence is answered', async () => {
  expect(await answerTo([])).toMatchObject({ status: 200 });
});

test.each(OFFENCES.map((offence) => [offence.offends, offence] as const))(
  'an offence of %s alone is answered as such',
  async (_, offence) => {
    expect(await answerTo([offence])).toMatchObject(offence.answer);
  },
);

const PAIRS = OFFENCES.flatMap((first, index) =>
  OFFENCES.slice(index + 1).map((second) => [first.offends, second.offends, first, second] as const),
);

test.each(PAIRS)('of %s and %s the first is answered', async (_first, _second, first, second) => {
  expect(await answerTo([first, second])).toMatchObject(first.answer);
});

test('all offences at once are answered by the first', async () => {
  expect(await answerTo(OFFENCES)).toMatchObject(OFFENCES[0]?.answer ?? {});
});

test('the entity of another team is not there', async () => {
  const request = await admittedRequest(toy, world);
  world.services.reset();
  admitMember(world.services, 'OWNER');
  putEntity(toy, world.services, request.path, memberCaller(TEAM_ID.replace(/.$/, '0'), 'OWNER'));
  const { answer } = await exchange(toy, world, request);
  expect(answer).toMatchObject({ status: 404 });
});
