import { type Rule, rule } from './rules';

const CP = 'invoice.cartaPorte';
const RENTAL = {
  description: 'Renta de caja',
  quantity: 1,
  unitKey: 'DAY',
  price: 850.5,
  taxRate: 0.16,
  isrWithholdingRate: 0,
};
const RESICO = { 'organization.taxRegime': '626', 'organization.rfc': 'CACX7605101P8' };
const trailer = { [`${CP}.subtipoRemolque`]: 'CTR004', [`${CP}.placaRemolque`]: '98UH7T' };

/** Changes of a valid invoice that cause a warning but do not block its stamp. */
export const WARNINGS: readonly Rule[] = [
  rule(
    'the air freight key',
    { [CP]: undefined, 'invoice.items[0].productKey': '78101500', 'invoice.items[0].withholdingRate': 0 },
    'LOCAL AIR_FREIGHT_KEY items[0].productKey',
  ),
  rule('nothing withheld', { 'invoice.items[0].withholdingRate': 0 }, 'LOCAL WITHHOLDING items[0].withholdingRate'),
  rule(
    'tax M8: no ISR withheld from a natural person of RESICO',
    RESICO,
    'LOCAL ISR_WITHHOLDING items[0].isrWithholdingRate',
  ),
  rule('tax M8: 1.25 % of ISR withheld from a natural person of RESICO', {
    ...RESICO,
    'invoice.items[0].isrWithholdingRate': 0.0125,
  }),
  rule(
    'tax M8: ISR withheld from a legal entity',
    { 'invoice.items[0].isrWithholdingRate': 0.0125 },
    'LOCAL ISR_WITHHOLDING items[0].isrWithholdingRate',
  ),
  rule(
    'something withheld by a natural person',
    { 'client.rfc': 'CACX7605101P8', 'client.taxRegime': '612' },
    'LOCAL WITHHOLDING items[0].withholdingRate',
  ),
  rule(
    'tax M12: an RFC with a wrong check digit',
    { 'client.rfc': 'URE180429TM7' },
    'LOCAL RFC_CHECK_DIGIT client.rfc',
  ),
  ...['Aceros del Norte', 'ACEROS  DEL NORTE', 'ACEROS DEL NORTE SA DE CV', 'ESPAN\u0303OLA', 'PUBLICO EN GENERAL'].map(
    (name) => rule(`tax M1: the name ${name}`, { 'client.name': name }, 'LOCAL LEGAL_NAME client.name'),
  ),
  rule('tax M1: a legal name', { 'client.name': 'Aceros', 'client.legalName': 'ACEROS DEL NORTE' }),
  rule(
    'tax M1: a legal name with a company form',
    { 'client.name': 'Aceros', 'client.legalName': 'ACEROS S.A. DE C.V.' },
    'LOCAL LEGAL_NAME client.legalName',
  ),
  rule('freight without Carta Porte', { [CP]: undefined }, 'LOCAL NO_CARTA_PORTE cartaPorte'),
  rule(
    'freight and a rental without Carta Porte',
    { [CP]: undefined, 'invoice.items[1]': { ...RENTAL, productKey: '78131600', withholdingRate: 0 } },
    'LOCAL NO_CARTA_PORTE cartaPorte',
  ),
  rule('a rental without Carta Porte', {
    [CP]: undefined,
    'invoice.items[0].productKey': '78131600',
    'invoice.items[0].withholdingRate': 0,
  }),
  rule(
    'a colonia',
    { [`${CP}.origen.domicilio.colonia`]: '0552' },
    'LOCAL COLONIA_NOT_SENT cartaPorte.origen.domicilio.colonia',
  ),
  rule(
    'a municipality where the catalogue has none',
    {
      [`${CP}.destino.domicilio.codigoPostal`]: '01001',
      [`${CP}.destino.domicilio.estado`]: 'CMX',
      [`${CP}.destino.domicilio.municipio`]: '010',
    },
    'LOCAL MUNICIPALITY_NOT_SENT cartaPorte.destino.domicilio.municipio',
  ),
  rule('the municipality of the catalogue', { [`${CP}.destino.domicilio.municipio`]: '039' }),
  rule('no municipality, and none in the catalogue', {
    [`${CP}.destino.domicilio.codigoPostal`]: '01001',
    [`${CP}.destino.domicilio.estado`]: 'CMX',
  }),
  rule('a departure of now, in local time', { [`${CP}.origen.fechaHora`]: '2026-03-02T09:00:00' }),
  rule(
    'a departure a second ago',
    { [`${CP}.origen.fechaHora`]: '2026-03-02T08:59:59' },
    'LOCAL DEPARTED cartaPorte.origen.fechaHora',
  ),
  rule(
    'a departure that is over in another zone',
    { [`${CP}.origen.fechaHora`]: '2026-03-02T09:00', timeZone: 'America/Cancun' },
    'LOCAL DEPARTED cartaPorte.origen.fechaHora',
  ),
  rule('two trailers', { ...trailer, [`${CP}.configVehicular`]: 'T3S2R4' }, 'LOCAL ONE_TRAILER cartaPorte.remolques'),
  rule('one trailer', { ...trailer, [`${CP}.configVehicular`]: 'C3R2' }),
  rule('a licence of yesterday', { 'driver.licenseExpiry': '2026-03-01' }, 'LOCAL PAPER_EXPIRED driver.licenseExpiry'),
  rule('a licence of today', { 'driver.licenseExpiry': '2026-03-02' }),
  rule('a licence of an instant of today', { 'driver.licenseExpiry': '2026-03-02T00:00:00Z' }),
  rule(
    'an insurance of yesterday',
    { 'vehicle.insuranceExpiry': '2026-03-01T23:00:00Z' },
    'LOCAL PAPER_EXPIRED vehicle.insuranceExpiry',
  ),
  rule('a test key', { 'organization.livemode': false }, 'LOCAL TEST_MODE organization.livemode'),
  rule(
    'a test key without seal',
    { 'organization.livemode': false, 'organization.csdUploaded': false },
    'LOCAL TEST_MODE organization.livemode',
  ),
];
