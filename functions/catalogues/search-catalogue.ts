import * as v from 'valibot';
import { CatalogueEntry, CatalogueQuery, searchCatalogue } from '../../shared/carta-porte/search-catalogue';
import { defineOperation } from '../../shared/operation/define';
import { Line } from '../../shared/platform/values/fields';

/** Finds the keys of a catalogue of the SAT by key or name, so that a person can choose one. */
export const operation = defineOperation({
  id: 'searchCatalogue',
  summary: 'Search a catalogue of the SAT',
  description:
    'The catalogues `goods`, `services`, `hazardous-materials`, `packaging`, `parts`, `configurations`, `trailers`, `permits`, `payment-forms`, `uses` and `regimes`. Entries are valid today.',
  route: 'GET /catalogues/{name}',
  auth: { pool: 'staff', keys: 'never' },
  input: { path: { name: Line(40) }, query: CatalogueQuery },
  output: {
    status: 200,
    body: v.object({
      /** The keys that fit, at most `limit`. */
      entries: v.array(CatalogueEntry),
    }),
  },
  errors: ['NOT_FOUND'],
  uses: { searchCatalogue },
  run: async ({ input, deps }) => ({ entries: await deps.searchCatalogue(input.path.name, input.query) }),
});
