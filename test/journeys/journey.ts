import assert from 'node:assert/strict';

/** What any client sees of any deployment, through its address alone. Throws where the service differs from its contract. */
export async function journey(baseUrl: string, _fixtures: unknown): Promise<void> {
  const health = await fetch(`${baseUrl}/health`);
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
  assert.ok(health.headers.get('x-request-id'));
}
