import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Attack } from './support/attack';
import { type Answer, listAt, must, mustHold, sendFrom, textAt, valueAt } from './support/http';
import { tripUnderWay } from './support/trips';
import { picture } from './support/uploads';
import type { Driver, World } from './support/world';

const photoOf = (tripId: string, bytes: Buffer) => ({
  ...{ tripId, fileId: randomUUID(), fileName: 'entrega.png', contentType: 'image/png' },
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
type Photo = ReturnType<typeof photoOf>;

const askFor = (world: World, { token }: Driver, body: Photo): Promise<Answer> =>
  world.send('POST /drivers/me/files/upload-url', { token, body });

/** Uploads and registers a photo of a trip. */
async function publish(world: World, driver: Driver, photo: Photo, bytes: Buffer): Promise<Answer> {
  const { body } = await must(200, askFor(world, driver, photo));
  const headers = {
    'content-type': 'image/png',
    'x-amz-checksum-sha256': textAt(body, 'headers.x-amz-checksum-sha256'),
  };
  await must(200, sendFrom(world.address(), 'PUT', textAt(body, 'uploadUrl'), { body: bytes, headers }));
  const { sha256: _, ...file } = photo;
  const sent = { ...file, key: textAt(body, 'key') };
  return world.send('POST /drivers/me/files', { token: driver.token, body: sent });
}

/** An identifier of version 7, as a phone makes it. */
function factId(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const digits = `${hex.slice(0, 12)}7${hex.slice(13, 16)}8${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Reports a proof that names a photo. */
async function report(world: World, { token }: Driver, tripId: string, { fileId, sha256 }: Photo): Promise<void> {
  const recordedAt = new Date(world.now()).toISOString();
  const files = [{ fileId, sha256, kind: 'PHOTO' }];
  const item = { id: factId(world.now()), kind: 'PROOF', recordedAt, tripId, receiverName: 'Rosa Vela', files };
  const call = { token, body: { sentAt: recordedAt, items: [item] } };
  const { body } = await must(200, world.send('POST /drivers/me/sync', call));
  mustHold(valueAt(listAt(body, 'results')[0], 'result') === 'APPLIED', JSON.stringify(body));
}

/** Road 4: the proofs of delivery. */
export const proofs: readonly Attack[] = [
  {
    name: 'forge-a-colleagues-proof',
    goal: 'Put a photo of an own making among the proofs of a colleague’s trip.',
    rule: 5,
    breaks: {
      file: 'shared/trips/own-trip.ts',
      text: '      if (!isOrWasTheirs(trip, id)) throw notYourTrip();\n',
      replacement: '',
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const [colleague, forger] = [await world.driver(team), await world.driver(team)];
      const tripId = await tripUnderWay(world, team, colleague);
      const [forged, honest] = [picture('forged'), picture('delivered')];
      const stop = await askFor(world, forger, photoOf(tripId, forged));
      if (stop.status === 200) await publish(world, forger, photoOf(tripId, forged), forged);
      const filed = async () => {
        const query = `teamId=${team.teamId}&entityId=${tripId}`;
        return listAt((await must(200, team.owner.send(`GET /dms/files?${query}`))).body, 'files').length;
      };
      return {
        reached: (await filed()) > 0,
        stop,
        rightful: async () => {
          await must(201, publish(world, colleague, photoOf(tripId, honest), honest));
          mustHold((await filed()) === 1, 'the photo is not a file of the trip');
        },
      };
    },
  },
  {
    name: 'show-an-old-photo-again',
    goal: 'Show the photo of another delivery as the proof of this one, by its identifier and its true hash.',
    rule: 5,
    breaks: {
      file: 'shared/files/read-proof.ts',
      text: 'file?.entityId === tripId ? ',
      replacement: 'file !== undefined ? ',
    },
    stop: 'the office sees that no bytes came',
    play: async (world) => {
      const team = await world.team();
      const [driver, colleague] = [await world.driver(team), await world.driver(team)];
      const [tripId, other] = [await tripUnderWay(world, team, driver), await tripUnderWay(world, team, colleague)];
      const [old, fresh] = [picture('another delivery'), picture('this delivery')];
      const shown = photoOf(other, old);
      await must(201, publish(world, colleague, shown, old));
      await report(world, driver, tripId, shown);
      const office = async () => {
        const { body } = await must(200, team.owner.send(`GET /teams/${team.teamId}/trips/${tripId}/proof`));
        return listAt(body, 'proofs').flatMap((proof) =>
          listAt(proof, 'files').map((file) => valueAt(file, 'verified')),
        );
      };
      return {
        reached: (await office()).includes(true),
        stop: 'the office sees that no bytes came',
        rightful: async () => {
          const photo = photoOf(tripId, fresh);
          await must(201, publish(world, driver, photo, fresh));
          await report(world, driver, tripId, photo);
          mustHold((await office()).includes(true), 'the photo of the delivery is not verified');
        },
      };
    },
  },
];
