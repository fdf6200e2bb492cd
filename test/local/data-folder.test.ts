import fs, { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { hasData, OWNER_PATH, takeDataFolder } from '../../local/data-folder';
import { shellWord } from '../../local/shell-word';
import { type Listener, serveWire, type Wire } from '../../local/wire';
import { temporaryFolder } from './support/folder';

const folder = temporaryFolder();
const newData = (): string => mkdtempSync(join(folder, 'data-'));
const HERE = 'http://127.0.0.1:1';
/** The home of a person whose name has a blank. */
const PERSON = join(folder, 'Ana García');

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
});

/** A program that listens, as the owner that the folder names. */
async function ownedBy(data: string, answer: Wire): Promise<string> {
  const listener = await serveWire(answer, () => {});
  listeners.push(listener);
  writeFileSync(join(data, 'server.json'), JSON.stringify({ url: listener.endpoint, token: 'secret of the owner' }));
  return listener.endpoint;
}

/** A server that listens and does not answer yet. Answers its address. */
async function starting(): Promise<string> {
  const listener = await serveWire(
    () => new Promise((resolve) => setTimeout(resolve, 1_500, { status: 503, body: '' })),
    () => {},
  );
  listeners.push(listener);
  return listener.endpoint;
}

const refused = { message: expect.stringMatching(/in use by the server at .*repeat the command with --port 0 --data/) };

test('a server that answers the secret of the folder keeps it', async () => {
  const data = newData();
  const asked: string[] = [];
  await ownedBy(data, ({ path }) => {
    asked.push(path);
    return { status: 200, body: JSON.stringify({ token: 'secret of the owner' }) };
  });
  await expect(takeDataFolder(data, { url: HERE })).rejects.toMatchObject(refused);
  expect(asked).toEqual([OWNER_PATH]);
});

test('desk 7.2: the command names another folder as one word', async () => {
  const data = mkdtempSync(join(folder, 'data of Ana-'));
  await ownedBy(data, () => ({ status: 200, body: JSON.stringify({ token: 'secret of the owner' }) }));
  const told = String(await takeDataFolder(data, { url: HERE }).catch(String));
  expect(told.split(' --data ')).toEqual([expect.any(String), shellWord(`${data}-2`)]);
});

test('a server that is still starting, and does not answer yet, keeps it', async () => {
  const data = newData();
  await ownedBy(data, () => new Promise((resolve) => setTimeout(resolve, 1_500, { status: 503, body: '' })));
  await expect(takeDataFolder(data, { url: HERE })).rejects.toMatchObject(refused);
});

test.each([
  ['another program', { status: 404, body: 'Not found' }],
  ['a server of another folder', { status: 200, body: '{"token":"another"}' }],
])('the address of a dead owner can belong to %s now', async (_name, answer) => {
  const data = newData();
  await ownedBy(data, () => answer);
  await expect(takeDataFolder(data, { url: HERE })).resolves.toMatchObject({ token: expect.any(String) });
});

test('a dead owner, one that had the same port, and a file that a kill cut off do not keep it', async () => {
  for (const owner of [{ url: 'http://127.0.0.1:9', token: 'x' }, { url: HERE, token: 'x' }, undefined]) {
    const data = newData();
    writeFileSync(join(data, 'server.json'), owner ? JSON.stringify(owner) : '{"url":');
    const { release } = await takeDataFolder(data, { url: HERE });
    release();
    expect(readdirSync(data)).not.toContain('server.json');
  }
});

test('of two servers that start at once one gets the folder', async () => {
  const data = newData();
  const [one, other] = await Promise.all([starting(), starting()]);
  const starts = await Promise.allSettled([one, other].map((url) => takeDataFolder(data, { url })));
  expect(starts.map(({ status }) => status)).toContain('fulfilled');
  expect(starts.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: refused }]);
});

describe('desk 7.2: a folder that cannot be used', () => {
  const refusal = (reason: string) => ({
    name: 'Problem',
    message: expect.stringMatching(
      new RegExp(`^[^\\n]* cannot be used, because ${reason}: choose another one, [^\\n]*$`),
    ),
  });

  test('desk 7.2: because its name is too long', async () => {
    const path = join(newData(), 'x'.repeat(300));
    expect(hasData(path)).toBe(false);
    await expect(takeDataFolder(path, { url: HERE })).rejects.toMatchObject(
      refusal(process.platform === 'win32' ? '[^\\n]+' : 'its name is too long'),
    );
  });

  test.each([
    ['.local', 'fleet-data of the person, as one word', shellWord(join(PERSON, 'fleet-data'))],
    ['other', '.local', '.local'],
  ])('desk 7.2: after %s the message proposes %s', async (name, _proposal, proposed) => {
    const before = process.cwd();
    process.chdir(newData());
    const home = jest.spyOn(os, 'homedir').mockReturnValue(PERSON);
    try {
      const path = join(process.cwd(), name);
      writeFileSync(path, 'a file');
      const told = await takeDataFolder(path, { url: HERE }).catch(String);
      expect(String(told).split(' --data ')).toEqual([expect.any(String), proposed]);
    } finally {
      process.chdir(before);
      home.mockRestore();
    }
  });

  test.each([
    ['at a drive that is missing', 'nothing can be written there', 'ENOENT'],
    ['with a name like a<b>', 'the system allows no such name', 'EINVAL'],
  ])('desk 7.2: Windows makes no folder %s, because %s', async (_place, reason, code) => {
    const path = join(newData(), 'below');
    const made = jest.spyOn(fs, 'mkdirSync').mockImplementation(() => {
      throw Object.assign(new Error('as Windows'), { code });
    });
    const told = await takeDataFolder(path, { url: HERE }).catch((failure: unknown) => failure);
    made.mockRestore();
    expect(told).toMatchObject(refusal(reason));
  });

  test('desk 7.2: because of a link to itself', async () => {
    const path = join(newData(), 'loop');
    symlinkSync(path, path, 'junction');
    await expect(takeDataFolder(path, { url: HERE })).rejects.toMatchObject(refusal('[^\\n]+'));
  });
});

test('desk 7.2: the clock that was moved belongs to the data: it is emptied with them, and set aside with them', async () => {
  const path = newData();
  writeFileSync(join(path, 'clock.json'), '{"ahead":86400000}');
  (await takeDataFolder(path, { url: HERE, fresh: true })).release();
  expect(readdirSync(path)).toEqual(['format']);
  writeFileSync(join(path, 'clock.json'), '{"ahead":86400000}');
  writeFileSync(join(path, 'format'), 'another');
  (await takeDataFolder(path, { url: HERE })).release();
  expect(readdirSync(path)).toEqual(['format']);
  expect(readdirSync(`${path}.old-1`).sort()).toEqual(['clock.json', 'format']);
});

test('desk 7.2: data of another version that cannot be moved stay, and the sentence says what works', async () => {
  const path = newData();
  writeFileSync(join(path, 'format'), 'another');
  const held = jest.spyOn(fs, 'renameSync').mockImplementation(() => {
    throw Object.assign(new Error('cross-device link not permitted'), { code: 'EXDEV' });
  });
  await expect(takeDataFolder(path, { url: HERE })).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringMatching(/^[^\n]*\(EXDEV\): [^\n]*--fresh[^\n]*$/),
  });
  held.mockRestore();
  expect(readFileSync(join(path, 'format'), 'utf8')).toBe('another');
});
