import { type Cloud, startCloud } from '../../local/cloud';
import { serve, serveWire, type Wire } from '../../local/wire';
import { type StoryOptions, tellStory } from '../../scenarios/day/story';
import { screenOn } from '../../scenarios/print/screen';
import { Unexpected } from '../../scenarios/print/teller';
import { localServer } from '../../scenarios/server';

/** What the story prints at an address, without colour. */
async function told(url: string, options: StoryOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  await tellStory(
    url,
    screenOn((line) => lines.push(line), false),
    options,
  );
  return lines;
}

/** A server's operations alone, as a deployed service has them. */
const withoutLocalRoutes =
  (url: string): Wire =>
  async ({ method, path, headers: { authorization }, body }) => {
    if (path.startsWith('/_local/')) return { status: 404, body: '{}' };
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization: `${authorization}` }) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body.length > 0 && { body }) });
    return { status: answer.status, headers: { 'x-request-id': 'of-no-use' }, body: await answer.text() };
  };

describe('the demo', () => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud();
  });
  afterAll(() => cloud.stop());

  test('tells the same story twice, needs no seed, and knows the cost of every call', async () => {
    const calls = (lines: string[]) => lines.filter((line) => /^ {2}[A-Z]+ +\//.test(line));
    const stories = [calls(await told(cloud.url)), calls(await told(cloud.url))];
    for (const story of stories) {
      expect(story).toHaveLength(140);
      for (const line of story) expect(line).toMatch(/ (20[012]|302|502) +\d+ ms +[\d.]+ R +[\d.]+ W +\S/);
    }
    const routes = (story: string[] = []) => story.map((line) => line.slice(0, 40).replace(/…\w{4}/g, '…'));
    expect(routes(stories[0])).toEqual(routes(stories[1]));
  });

  test('needs neither outbox nor counters where it is told the mailed codes', async () => {
    const deployed = await serveWire(withoutLocalRoutes(cloud.url), console.warn);
    const lines = await told(deployed.endpoint, { mailedCode: localServer(cloud.url).mailedCode });
    await deployed.stop();
    expect(lines.filter((line) => / 20[01] +\d+ ms +– R +– W +\S/.test(line))).toHaveLength(40);
    expect(lines.at(-1)).toMatch(/^\n40 calls in [\d.]+ s, request units not counted here\.$/);
  });
});

test('the demo says in one sentence that no server is there, or another one', async () => {
  const other = await serve((_request, response) => response.writeHead(404).end('{}'), 0);
  await expect(told(other.endpoint)).rejects.toThrow(
    /is not one of npm start.*: start it with npm start, .* by --code$/,
  );
  await other.stop();
  await expect(told(other.endpoint)).rejects.toThrow(`No server answers at ${other.endpoint}: start it with npm start`);
});

test('the demo ends at the first unexpected answer', async () => {
  const broken = await serve((request, response) => {
    const isUsage = request.url === '/_local/usage';
    response.writeHead(isUsage ? 200 : 500).end(isUsage ? '{"calls":[]}' : '{"error":"INTERNAL"}');
  }, 0);
  const story = told(broken.endpoint);
  await expect(story).rejects.toThrow(Unexpected);
  await expect(story).rejects.toThrow(/^POST \/auth\/register answered 500 where the story needs 201/);
  await broken.stop();
});
