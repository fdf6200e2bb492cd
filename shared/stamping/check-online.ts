import { cfdi, type Finding, type Readiness } from '../carta-porte/findings';
import type { Customer } from '../carta-porte/readiness-input';
import { isBlank } from '../carta-porte/texts';
import { capability } from '../platform/runtime/capability';
import { isGenericRfc } from '../platform/values/rfc';
import type { Text } from '../platform/values/text';
import { openKeys } from './organization/open-keys';
import { isPassing } from './passing';
import { type CustomerValidation, type Objection, validateCustomer } from './provider/customers';
import { customerBodyOf } from './provider/document';

type Unchecked = Readiness['notChecked'][number];

/** The result of the SAT's lists for the customer: the findings, or the reason why there is none. */
type OnlineCheck =
  | { readonly kind: 'checked'; readonly errors: readonly Finding[]; readonly notChecked: readonly Unchecked[] }
  | { readonly kind: 'notChecked'; readonly message: Text };

/** The entry of `notChecked` that the online check removes. */
const CUSTOMER_ENTRY = 'client.rfc';

const notChecked = (why: Text): OnlineCheck => ({
  kind: 'notChecked',
  message: {
    en: `The SAT’s lists were not asked (CFDI40143 to CFDI40157): ${why.en}`,
    es: `No se consultaron las listas del SAT (CFDI40143 a CFDI40157): ${why.es}`,
  },
});

/** The SAT's codes for a customer, with the field that each of them is about. */
const FIELD_OF = {
  CFDI40143: 'client.rfc',
  CFDI40145: 'client.legalName',
  CFDI40147: 'client.zipCode',
  CFDI40148: 'client.zipCode',
  CFDI40157: 'client.taxRegime',
} as const;
type CustomerCode = keyof typeof FIELD_OF;

const isCustomerCode = (code: string): code is CustomerCode => Object.hasOwn(FIELD_OF, code);

/** The code by the provider's name of the field, where its answer has none of the SAT. */
const CODE_OF_PATH: Readonly<Record<string, CustomerCode>> = {
  tax_id: 'CFDI40143',
  legal_name: 'CFDI40145',
  'address.zip': 'CFDI40148',
  zip: 'CFDI40148',
  tax_system: 'CFDI40157',
};

function codeOf({ code = '', message, path = '' }: Objection): CustomerCode | undefined {
  const [named] = [...`${code} ${message}`.matchAll(/CFDI40\d{3}/g)].map(([found]) => found).filter(isCustomerCode);
  return named ?? (Object.hasOwn(CODE_OF_PATH, path) ? CODE_OF_PATH[path] : undefined);
}

const LONGEST_TEXT = 300;
const shown = ({ message }: Objection): string => message.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST_TEXT);

function checked(objections: readonly Objection[]): OnlineCheck {
  const errors = objections.flatMap((objection) => {
    const code = codeOf(objection);
    return code
      ? [
          cfdi(code, FIELD_OF[code], {
            en: `The SAT does not accept this value: ${shown(objection)}`,
            es: `El SAT no acepta este valor: ${shown(objection)}`,
          }),
        ]
      : [];
  });
  const others = objections.filter((objection) => codeOf(objection) === undefined);
  return {
    kind: 'checked',
    errors,
    notChecked: others.map((objection) => ({
      field: 'client',
      message: {
        en: `The provider has another objection to the customer: ${shown(objection)}`,
        es: `El proveedor tiene otra objeción sobre el cliente: ${shown(objection)}`,
      },
    })),
  };
}

const isComplete = ({ name, rfc, taxRegime, zipCode }: Customer): boolean =>
  ![name, rfc, taxRegime, zipCode].some(isBlank);

/**
 * Asks the SAT's lists about the customer of an invoice through the provider. A provider that does not answer is no
 * error: the check says that it could not be made.
 */
export const checkOnline = capability.of(
  { openKeys, validateCustomer },
  (deps) =>
    async (teamId: string, client: Customer | undefined): Promise<OnlineCheck> => {
      if (client === undefined)
        return notChecked({ en: 'the document has no client.', es: 'el comprobante no tiene cliente.' });
      if (!isComplete(client))
        return notChecked({
          en: 'name, RFC, tax regime or postcode of the client are missing.',
          es: 'faltan nombre, RFC, régimen fiscal o código postal del cliente.',
        });
      if (isGenericRfc(client.rfc ?? ''))
        return notChecked({ en: 'a generic RFC is on no list.', es: 'un RFC genérico no está en ninguna lista.' });
      try {
        const key = (await deps.openKeys(teamId))?.current;
        if (!key?.livemode)
          return notChecked({
            en: 'the team does not stamp live, and test mode has no lists.',
            es: 'la empresa aún no timbra con valor fiscal, y el modo de prueba no tiene listas.',
          });
        return resultOf(await deps.validateCustomer(key, customerBodyOf(client)));
      } catch (failure) {
        if (isPassing(failure))
          return notChecked({
            en: 'the provider did not answer. Try again later.',
            es: 'el proveedor no respondió. Vuelva a intentarlo más tarde.',
          });
        throw failure;
      }
    },
);

function resultOf({ is_valid: isValid, errors }: CustomerValidation): OnlineCheck {
  if (isValid) return checked([]);
  return errors.length === 0
    ? notChecked({
        en: 'the provider refused the customer without a reason.',
        es: 'el proveedor rechazó al cliente sin dar un motivo.',
      })
    : checked(errors);
}

/** The result of both checks. The entry of `notChecked` about the customer is replaced by what the lists say. */
export function withOnline(offline: Readiness, online: OnlineCheck): Readiness {
  const rest = offline.notChecked.filter(({ field }) => field !== CUSTOMER_ENTRY);
  if (online.kind === 'notChecked')
    return { ...offline, notChecked: [...rest, { field: CUSTOMER_ENTRY, message: online.message }] };
  const errors = [...offline.errors, ...online.errors];
  return { ...offline, ready: errors.length === 0, errors, notChecked: [...rest, ...online.notChecked] };
}
