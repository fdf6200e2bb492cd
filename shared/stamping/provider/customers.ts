import * as v from 'valibot';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import type { CustomerBody } from './document';
import { refusalOf } from './failures';
import type { ProviderKey } from './port';
import { sendOnce, sendRead } from './send';

const CustomerAnswer = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  created_at: v.fallback(v.optional(v.string()), undefined),
});

/** One objection of the SAT to a customer's data, as the provider says it. */
const Objection = v.object({
  code: v.fallback(v.optional(v.string()), undefined),
  path: v.fallback(v.optional(v.string()), undefined),
  message: v.fallback(v.string(), ''),
});
export type Objection = v.InferOutput<typeof Objection>;

const ValidationAnswer = v.object({ is_valid: v.boolean(), errors: v.fallback(v.array(Objection), []) });
export type CustomerValidation = v.InferOutput<typeof ValidationAnswer>;

/** The time limit of each call. Validate must answer although the provider is slow. */
const EACH_MS = 6_000;

/** A customer that the provider has had for longer is not ours to delete. It covers the difference of two clocks. */
const JUST_MADE_MS = 60_000;

/**
 * Asks the SAT's lists, through the provider, whether a customer's data belong together. The provider validates only
 * stored customers, so one is stored without validation (the meaning of `createEditLink`), validated and deleted.
 * Throws PROVIDER_ERROR when the provider does not answer.
 */
export const validateCustomer = capability(
  { stampingProvider: ['CreateCustomer', 'ValidateCustomer', 'DeleteCustomer'] },
  (context) =>
    async (key: ProviderKey, customer: CustomerBody): Promise<CustomerValidation> => {
      const asked = context.now().getTime();
      const pending = sendOnce(
        context,
        key,
        {
          action: 'CreateCustomer',
          send: ({ customers }) => customers.create(customer, { createEditLink: true }),
          read: (answer) => v.parse(CustomerAnswer, answer),
        },
        EACH_MS,
      );
      const stored = await pending.catch((failure: unknown) => {
        throw refusalOf(failure);
      });
      try {
        return await sendRead(context, key, {
          action: 'ValidateCustomer',
          send: ({ customers }) => customers.validateTaxInfo(stored.id),
          read: (answer) => v.parse(ValidationAnswer, answer),
        });
      } finally {
        const isOurs = stored.created_at !== undefined && Date.parse(stored.created_at) >= asked - JUST_MADE_MS;
        if (isOurs) await forget(context, key, stored.id);
      }
    },
);

/** A customer that stays at the provider has no effect on a document, so a failure is ignored. */
async function forget(context: Context, key: ProviderKey, id: string): Promise<void> {
  const pending = sendOnce(
    context,
    key,
    { action: 'DeleteCustomer', send: ({ customers }) => customers.del(id), read: () => undefined },
    EACH_MS,
  );
  await pending.catch(() => undefined);
}
