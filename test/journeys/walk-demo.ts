import { createFleet } from '../../client/src/index';
import { DEMO } from '../../local/seed/demo';
import type { Api } from '../../scenarios/api';
import { signedIn } from '../../scenarios/people';
import { localServer } from '../../scenarios/server';
import { newGround } from '../../scenarios/walk/new-ground';
import { walk } from '../../scenarios/walk/walk';

/** Makes the walk, which calls every operation, as the owner of the demo team. Returns the records that it made. */
export async function walkDemo(url: string) {
  const api: Api = {
    client: () => createFleet({ baseUrl: url }),
    mailedCode: localServer(url).mailedCode,
    named: (_, calls) => calls(),
  };
  const [{ email }] = DEMO.members;
  const owner = { fleet: await signedIn(api.client(), email), teamId: DEMO.team.id };
  const ground = await newGround(api, owner, '-7');
  return { owner, ground, walked: await walk(api, ground, email) };
}
