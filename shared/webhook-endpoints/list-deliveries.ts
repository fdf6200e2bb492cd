import { capability } from '../platform/runtime/capability';
import { listItems } from '../platform/table/lists';
import type { Page } from '../platform/values/pages';
import { type DeliveryState, deliveriesOf } from './delivery';
import type { EndpointRecord } from './endpoint';

/** The deliveries of an endpoint, the newest event first. */
export const listDeliveries = capability(
  { table: ['Query'] },
  (context) =>
    ({ teamId, id }: EndpointRecord, state: DeliveryState | undefined, page: Page) =>
      listItems(context, { ...deliveriesOf(teamId, id), filters: [state], keep: (row) => row.state === state }, page),
);
