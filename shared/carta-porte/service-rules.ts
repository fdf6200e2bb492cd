import type { NoCartaPorteReason } from '../invoices/carta-porte';
import type { Catalogues } from './catalogues';
import { type Finding, local, sat } from './findings';
import type { Stampable } from './readiness-input';

/** The service keys of transport by air, rail and sea. */
const OTHER_MODES = /^(?:78101[567]\d\d|78101905)$/;

/** The rules of an invoice for the service of transport with a Carta Porte (CP109, CP110). */
export function* serviceFindings({ items }: Pick<Stampable, 'items'>, catalogues: Catalogues): Generator<Finding> {
  for (const [index, { productKey }] of items.entries()) {
    if (!catalogues.isProductKey(productKey)) continue; // Reported as CFDI40162.
    const modes = catalogues.serviceModes(productKey);
    const field = `items[${index}].productKey`;
    if (modes === undefined)
      yield sat('CP109', field, {
        en: `An invoice with a Carta Porte has services of freight only, such as 78101802. Invoice ${productKey} separately, such as a rental, loading work or parcels.`,
        es: `Una factura con Carta Porte lleva solo servicios de flete, por ejemplo 78101802. Facture ${productKey} por separado, como una renta, maniobras o paquetería.`,
      });
    else if (modes > 1)
      yield sat('CP110', field, {
        en: `The key ${productKey} means two modes of transport, and this Carta Porte is by road alone. Send 78101802.`,
        es: `La clave ${productKey} indica dos modos de transporte, y esta Carta Porte es solo por carretera. Envíe 78101802.`,
      });
  }
}

export function* serviceWarnings({ items }: Pick<Stampable, 'items'>): Generator<Finding> {
  for (const [index, { productKey }] of items.entries()) {
    if (OTHER_MODES.test(productKey))
      yield local('OTHER_MODE', `items[${index}].productKey`, {
        en: `The key ${productKey} means transport by air, rail or sea, and this Carta Porte is by road. Send 78101802.`,
        es: `La clave ${productKey} indica transporte aéreo, ferroviario o marítimo, y esta Carta Porte es por carretera. Envíe 78101802.`,
      });
  }
}

const ROAD_FREIGHT_CLASS = '781018';
const LOCAL_FREIGHT = '78101801';
const RENTED_VEHICLE = '78101805';
const REGIONAL_FREIGHT = '78101802';
const CHEMICALS = '78101807';
/** The reasons that hazardous goods contradict: they need a Carta Porte on any federal stretch. */
const SHORT_WAYS: readonly (NoCartaPorteReason | null | undefined)[] = ['LOCAL', 'RADIO_30_KM'];

/** Warnings of an invoice without Carta Porte: freight on federal roads needs one. */
export function* withoutCartaPorteWarnings({ items, noCartaPorteReason }: Stampable): Generator<Finding> {
  const keys = items.map(({ productKey }) => productKey);
  const needsOne = keys.some(
    (key) => key.startsWith(ROAD_FREIGHT_CLASS) && key !== LOCAL_FREIGHT && key !== RENTED_VEHICLE,
  );
  if (needsOne && !noCartaPorteReason)
    yield local('NO_CARTA_PORTE', 'cartaPorte', {
      en: 'Freight on federal roads needs a Carta Porte. Add cartaPorte, or send noCartaPorteReason.',
      es: 'El flete por carreteras federales requiere Carta Porte. Agregue cartaPorte o envíe noCartaPorteReason.',
    });
  if (SHORT_WAYS.includes(noCartaPorteReason) && keys.includes(CHEMICALS))
    yield local('REASON_DOUBTFUL', 'noCartaPorteReason', {
      en: 'Hazardous goods need a Carta Porte on federal roads also for short ways. Check the reason.',
      es: 'El material peligroso requiere Carta Porte en carreteras federales, también en tramos cortos. Revise el motivo.',
    });
  if (noCartaPorteReason === 'DEDICADO' && !keys.includes(REGIONAL_FREIGHT))
    yield local('REASON_DOUBTFUL', 'noCartaPorteReason', {
      en: 'A dedicated service is invoiced with the key 78101802. Check the reason or the key.',
      es: 'Un servicio dedicado se factura con la clave 78101802. Revise el motivo o la clave.',
    });
}
