import type { Chance } from '../../load/chance';
import { freightOf } from './freight';
import { FORMS, GOODS, OTHER_SERVICES, PLACES, SERVICES, UNITS } from './tables';
import { decimal, isChosen, perhaps, rfcOf, sentence, words } from './words';

const BORDER = PLACES.filter(({ border }) => border);

/** A company of the general regime, or a natural person of the regime of trust. Some are in the border region. */
function organizationOf(chance: Chance) {
  const isCompany = isChosen(chance, 60);
  const { postcode } = isChosen(chance, 50) ? chance.among(BORDER) : { postcode: '64000' };
  return {
    legalName: isCompany ? 'ESCUELA KEMPER URGATE' : 'XOCHILT CASAS CHAVEZ',
    rfc: isCompany ? 'EKU9003173C9' : 'CACX7605101P8',
    taxRegime: isCompany ? '601' : '626',
    zipCode: postcode,
    csdUploaded: true,
    csdExpiresAt: '2027-05-18T00:00:00.000Z',
    livemode: true,
  };
}

const COMPANY_REGIMES = ['601', '603', '620', '622', '623', '624', '626'];
const PERSON_REGIMES = ['606', '612', '621', '625', '626'];
const USES = ['G01', 'G03', 'I03', 'I04', 'I08', 'S01'];

function clientOf(chance: Chance, zipCode: string) {
  const kind = chance.oneOf({ company: 60, person: 30, generic: 10 });
  const email = perhaps(chance, 50, () => 'pagos@example.com');
  const name = sentence(chance, 300);
  const legalName = perhaps(chance, 40, () => sentence(chance, 300));
  const names = { name, legalName, email };
  if (kind === 'generic')
    return { client: { ...names, rfc: 'XAXX010101000', taxRegime: '616', zipCode }, cfdiUse: 'S01' };
  const isCompany = kind === 'company';
  const taxRegime = chance.among(isCompany ? COMPANY_REGIMES : PERSON_REGIMES);
  const rfc = rfcOf(chance, isCompany ? 3 : 4);
  const client = { ...names, rfc, taxRegime, zipCode: chance.among(PLACES).postcode };
  return { client, cfdiUse: taxRegime === '625' || taxRegime === '622' ? 'S01' : chance.among(USES) };
}

/** Prices of 0 to 6 decimals. */
const priceOf = (chance: Chance): number => {
  const decimals = chance.below(7);
  const whole = chance.below(isChosen(chance, 5) ? 99_999_999 : 60_000);
  const fraction = decimals === 0 ? '' : `.${String(chance.below(10 ** decimals)).padStart(decimals, '0')}`;
  return Math.max(Number(`${whole}${fraction}`), 0.01);
};

function itemOf(chance: Chance, isBorder: boolean, services: readonly string[]) {
  const isTaxed = isChosen(chance, 85);
  const taxRate = isTaxed ? chance.among(isBorder ? [0.16, 0.08, 0] : [0.16, 0.16, 0]) : 0;
  const isDecimal = isChosen(chance, 30);
  return {
    description: sentence(chance, 1000),
    productKey: chance.among(services),
    unitKey: chance.among(UNITS),
    price: priceOf(chance),
    ...(isDecimal ? { quantityDecimal: decimal(chance, 900_000_000, 6) } : { quantity: 1 + chance.below(40) }),
    taxObject: isTaxed ? '02' : '01',
    taxRate,
    withholdingRate: taxRate >= 0.16 ? chance.among([0, 0.04, 0.04, 0.106667, 0.16]) : 0,
    isrWithholdingRate: isTaxed ? chance.among([0, 0, 0.0125, 0.1, 0.35]) : 0,
  };
}

/** Goods of the team itself: what a request of type T contains of an item. */
const ownGoodsOf = (chance: Chance) => ({
  description: sentence(chance, 1000),
  productKey: chance.among(GOODS.harmless),
  unitKey: chance.among(UNITS),
  ...(isChosen(chance, 30) ? { quantityDecimal: decimal(chance, 900_000_000, 6) } : { quantity: 1 + chance.below(40) }),
});

/** A transfer of own goods, valid by the SAT's rules. */
function transferOf(chance: Chance) {
  const { cartaPorte, ...transport } = freightOf(chance);
  return {
    invoice: {
      type: 'T',
      items: Array.from({ length: 1 + chance.below(6) }, () => ownGoodsOf(chance)),
      paymentMethod: 'PPD',
      paymentForm: '99',
      cfdiUse: 'S01',
      series: perhaps(chance, 40, () => words(chance, 1, 25).trim()) ?? null,
      conditions: null,
      cartaPorte: { ...cartaPorte, mercancias: cartaPorte.mercancias.map((goods) => withWaybill(chance, goods)) },
    },
    client: undefined,
    ...transport,
    organization: organizationOf(chance),
  };
}

/** Parcels and pallets on type T need a waybill (CP177). */
const withWaybill = <G extends { bienesTransp: string; guias: unknown }>(chance: Chance, goods: G) => ({
  ...goods,
  guias:
    goods.guias ??
    (PARCELS.includes(goods.bienesTransp)
      ? [{ numero: words(chance, 10, 30), descripcion: words(chance, 1, 200), pesoKg: decimal(chance, 90_000, 3) }]
      : undefined),
});

const PARCELS = ['31181701', '24112700'];

/** A credit note: of an invoice without Carta Porte, paid at once, with the relation to one document. */
function noteOf(chance: Chance) {
  const { invoice, client, organization } = invoiceOf(chance);
  const { cartaPorte: _, conditions: __, paymentForm: ___, ...rest } = invoice;
  const [invoiceId, uuid] = ['7000', '4000'].map((version) => `01890000-0000-${version}-8000-000000000001`);
  return {
    invoice: {
      ...rest,
      type: 'E',
      conditions: null,
      paymentMethod: 'PUE',
      paymentForm: chance.among([...FORMS, '30']),
      relations: [{ type: chance.among(['01', '03', '07']), invoiceIds: [invoiceId], uuids: [uuid] }],
    },
    client,
    organization,
  };
}

/** All that a stamp depends on, valid by the SAT's rules. One document of ten is of type T, and one of ten of type E. */
export const givenOf = (chance: Chance) => {
  if (isChosen(chance, 10)) return transferOf(chance);
  return isChosen(chance, 11) ? noteOf(chance) : invoiceOf(chance);
};

function invoiceOf(chance: Chance) {
  const organization = organizationOf(chance);
  const { client, cfdiUse } = clientOf(chance, organization.zipCode);
  const isFreight = isChosen(chance, 75);
  const { cartaPorte, ...transport } = isFreight ? freightOf(chance) : { cartaPorte: undefined };
  const isBorder = BORDER.some(({ postcode }) => postcode === organization.zipCode);
  const services = isFreight ? SERVICES : [...SERVICES, ...OTHER_SERVICES];
  const paymentMethod = isChosen(chance, 50) ? 'PUE' : 'PPD';
  const count = isChosen(chance, 90) ? 1 + chance.below(4) : 1 + chance.below(20);
  return {
    invoice: {
      type: 'I',
      items: Array.from({ length: count }, () => itemOf(chance, isBorder, services)),
      paymentMethod,
      paymentForm: paymentMethod === 'PPD' ? '99' : chance.among(FORMS),
      cfdiUse,
      series: perhaps(chance, 40, () => words(chance, 1, 25).trim()) ?? null,
      conditions: perhaps(chance, 30, () => words(chance, 1, 1000).trim()) ?? null,
      ...(cartaPorte && { cartaPorte }),
      clientId: null,
      ...(isChosen(chance, 20) && { relations: [advancesOf(chance)] }),
    },
    client,
    ...transport,
    organization,
  };
}

/** The documents of advances, which the invoice applies. */
const advancesOf = (chance: Chance) => {
  const ids = Array.from({ length: 1 + chance.below(3) }, () => String(chance.below(10 ** 12)).padStart(12, '0'));
  return {
    type: '07',
    invoiceIds: ids.map((id) => `01890000-0000-7000-8000-${id}`),
    uuids: ids.map((id) => `01890000-0000-4000-8000-${id}`),
  };
};
