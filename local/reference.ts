import { guides, referenceFile, referencePage } from '../reference/site';
import { fileRoute, pageAnswer } from './pages';
import { projectRoot } from './root';
import type { Wire } from './wire';

const FILES = '/_local/reference';

/** The files that are not on disk. */
const MADE = new Map([['guides.json', async () => JSON.stringify(guides(projectRoot()))]]);

/** Serves the API reference at `/docs` from the service's own OpenAPI document and files on disk, without the network. */
export const referenceRoutes = (): Record<string, Wire> => ({
  'GET /docs': () =>
    pageAnswer((nonce) => referencePage({ files: FILES, document: '/openapi.json', people: '/_local/people', nonce })),
  ...fileRoute(FILES, (name) => referenceFile(projectRoot(), name), MADE),
});
