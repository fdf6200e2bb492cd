import { freightItem } from '../../support/freight';
import { type Rule, rule } from './rules';

const CP = 'invoice.cartaPorte';
const GOODS = `${CP}.mercancias[0]`;
const FIELD = 'cartaPorte.mercancias[0]';
const DIESEL = '15101505';
const ALCOHOL = '12352104';

const services = (...keys: string[]) => ({
  'invoice.items': keys.map((productKey) =>
    freightItem({ productKey, withholdingRate: productKey.startsWith('781018') ? 0.04 : 0 }),
  ),
});
const without = (name: string) => ({ ...diesel, [name]: undefined });
const diesel = {
  [`${GOODS}.bienesTransp`]: DIESEL,
  [`${GOODS}.materialPeligroso`]: 'Sí',
  [`${GOODS}.cveMaterialPeligroso`]: '1202',
  [`${GOODS}.embalaje`]: '1A1',
  [`${CP}.permSCT`]: 'TPAF03',
  [`${CP}.aseguraMedAmbiente`]: 'Seguros del Medio',
  [`${CP}.polizaMedAmbiente`]: 'MA-2026-1',
};

const SERVICES: readonly Rule[] = [
  rule('tax M4: an item that is no service of transport', services('43211500'), 'SAT CP109 items[0].productKey'),
  rule('tax M4: an advance', services('84111506'), 'SAT CP109 items[0].productKey'),
  rule('tax M4: loading work as second item', services('78101802', '78121602'), 'SAT CP109 items[1].productKey'),
  rule('tax M4: two modes of transport', services('78101900'), 'SAT CP110 items[0].productKey'),
  rule('tax M4: two modes, the last key', services('78101904'), 'SAT CP110 items[0].productKey'),
  rule('tax M4: a key without Carta Porte', { ...services('43211500'), [CP]: undefined }),
];

const HAZARD: readonly Rule[] = [
  rule('tax M9: diesel with all its data', diesel),
  rule('tax M9: diesel without flag', { [`${GOODS}.bienesTransp`]: DIESEL }, `SAT CP155 ${FIELD}.materialPeligroso`),
  rule(
    'tax M9: diesel with No',
    { [`${GOODS}.bienesTransp`]: DIESEL, [`${GOODS}.materialPeligroso`]: 'No' },
    `SAT CP155 ${FIELD}.materialPeligroso`,
  ),
  rule('tax M9: alcohol without flag', { [`${GOODS}.bienesTransp`]: ALCOHOL }, `SAT CP155 ${FIELD}.materialPeligroso`),
  rule('tax M9: alcohol with No', { [`${GOODS}.bienesTransp`]: ALCOHOL, [`${GOODS}.materialPeligroso`]: 'No' }),
  rule('tax M9: pallets with No', { [`${GOODS}.bienesTransp`]: '24112700', [`${GOODS}.materialPeligroso`]: 'No' }),
  rule('tax M9: alcohol with Sí', { ...diesel, [`${GOODS}.bienesTransp`]: ALCOHOL }),
  rule(
    'tax M9: steel with Sí',
    { ...diesel, [`${GOODS}.bienesTransp`]: '30102300' },
    `SAT CP155 ${FIELD}.materialPeligroso`,
  ),
  rule('tax 7.4: no hazard key', without(`${GOODS}.cveMaterialPeligroso`), `SAT CP156 ${FIELD}.cveMaterialPeligroso`),
  rule(
    'tax 7.4: a hazard key that is none',
    { ...diesel, [`${GOODS}.cveMaterialPeligroso`]: '9999' },
    `SAT CP156 ${FIELD}.cveMaterialPeligroso`,
  ),
  rule('tax 7.4: no packaging', without(`${GOODS}.embalaje`), `SAT CP157 ${FIELD}.embalaje`),
  rule('tax 7.4: packaging that is none', { ...diesel, [`${GOODS}.embalaje`]: 'ZZ9' }, `SAT CP157 ${FIELD}.embalaje`),
  rule('tax 7.4: a description of the packaging', { ...diesel, [`${GOODS}.descripEmbalaje`]: 'Tambor de 200 l' }),
  rule(
    'tax 7.4: a description of the packaging of 101 characters',
    { ...diesel, [`${GOODS}.descripEmbalaje`]: 'x'.repeat(101) },
    `LOCAL FORMAT ${FIELD}.descripEmbalaje`,
  ),
  rule(
    'tax 7.4: a hazard key, packaging and its description of goods that are not hazardous',
    { [`${GOODS}.cveMaterialPeligroso`]: '1202', [`${GOODS}.embalaje`]: '1A1', [`${GOODS}.descripEmbalaje`]: 'Tambor' },
    `SAT CP156 ${FIELD}.cveMaterialPeligroso`,
    `SAT CP157 ${FIELD}.embalaje`,
    `SAT CP157 ${FIELD}.descripEmbalaje`,
  ),
  rule(
    'tax 7.4: no insurer of the environment',
    without(`${CP}.aseguraMedAmbiente`),
    'SAT CP182 cartaPorte.aseguraMedAmbiente',
  ),
  rule(
    'tax 7.4: no policy of the environment',
    without(`${CP}.polizaMedAmbiente`),
    'SAT CP183 cartaPorte.polizaMedAmbiente',
  ),
  rule(
    'tax 7.4: an insurer of the environment of 2 characters',
    { ...diesel, [`${CP}.aseguraMedAmbiente`]: 'AB' },
    'SAT CP182 cartaPorte.aseguraMedAmbiente',
  ),
  rule(
    'tax 7.4: an insurance of the environment for other goods',
    { [`${CP}.aseguraMedAmbiente`]: 'Qualitas', [`${CP}.polizaMedAmbiente`]: 'MA-1' },
    'SAT CP182 cartaPorte.aseguraMedAmbiente',
    'SAT CP183 cartaPorte.polizaMedAmbiente',
  ),
  rule('tax 7.8: the insurance of the environment of the vehicle’s record', {
    ...diesel,
    [`${CP}.aseguraMedAmbiente`]: undefined,
    [`${CP}.polizaMedAmbiente`]: undefined,
    'vehicle.aseguraMedAmbiente': 'Seguros del Medio',
    'vehicle.polizaMedAmbiente': 'MA-2026-1',
  }),
  rule('tax 7.8: that insurance is not taken for other goods', {
    'vehicle.aseguraMedAmbiente': 'Seguros del Medio',
    'vehicle.polizaMedAmbiente': 'MA-2026-1',
  }),
];

const guide = { numero: 'GUIA000001', descripcion: 'Caja', pesoKg: 1.5 };

const GOODS_DATA: readonly Rule[] = [
  rule('tax 7.4: a waybill', { [`${GOODS}.guias`]: [guide] }),
  rule(
    'tax 7.4: a waybill’s number of 9',
    { [`${GOODS}.guias`]: [{ ...guide, numero: 'GUIA00001' }] },
    `LOCAL FORMAT ${FIELD}.guias[0].numero`,
  ),
  rule(
    'tax 7.4: a waybill’s number of 31',
    { [`${GOODS}.guias`]: [guide, { ...guide, numero: '1'.repeat(31) }] },
    `LOCAL FORMAT ${FIELD}.guias[1].numero`,
  ),
  rule(
    'tax 7.4: a waybill without description',
    { [`${GOODS}.guias`]: [{ ...guide, descripcion: '' }] },
    `LOCAL REQUIRED ${FIELD}.guias[0].descripcion`,
  ),
  rule(
    'tax 7.4: a waybill without weight',
    { [`${GOODS}.guias`]: [{ ...guide, pesoKg: 0.0004 }] },
    `LOCAL RANGE ${FIELD}.guias[0].pesoKg`,
  ),
  rule('tax 7.4: pallets on an invoice need no waybill', {
    [`${GOODS}.bienesTransp`]: '24112700',
    [`${GOODS}.materialPeligroso`]: 'No',
  }),
  rule('tax 7.4: a value and dimensions', {
    [`${GOODS}.valorMercancia`]: 0.5,
    [`${GOODS}.dimensiones`]: '120/80/100cm',
  }),
  rule('tax 7.4: dimensions in inches', { [`${GOODS}.dimensiones`]: '1/999/10plg' }),
  rule(
    'tax 7.4: dimensions without unit',
    { [`${GOODS}.dimensiones`]: '120/80/100' },
    `LOCAL FORMAT ${FIELD}.dimensiones`,
  ),
  rule('tax 7.4: two dimensions', { [`${GOODS}.dimensiones`]: '120/80cm' }, `LOCAL FORMAT ${FIELD}.dimensiones`),
  rule('tax 7.5: an insurance of the goods', {
    [`${CP}.aseguraCarga`]: 'GNP',
    [`${CP}.polizaCarga`]: 'C-1',
    [`${CP}.primaSeguro`]: 0,
    [`${CP}.logisticaInversa`]: true,
  }),
  rule(
    'tax 7.5: an insurer of the goods of 2',
    { [`${CP}.aseguraCarga`]: 'GN' },
    'LOCAL FORMAT cartaPorte.aseguraCarga',
  ),
  rule(
    'tax 7.5: a policy of the goods of 31',
    { [`${CP}.polizaCarga`]: 'x'.repeat(31) },
    'LOCAL FORMAT cartaPorte.polizaCarga',
  ),
];

const two = [
  { subtipoRemolque: 'CTR004', placa: '98-UH-7T' },
  { subtipoRemolque: 'CTR007', placa: '99UH7T' },
];
const trailers = (list: object[], configVehicular = 'T3S2R4') => ({
  [`${CP}.configVehicular`]: configVehicular,
  [`${CP}.remolques`]: list,
});

const TRAILERS: readonly Rule[] = [
  rule('tax 7.3: two trailers', trailers(two)),
  rule('tax 7.3: one trailer in the list', trailers(two.slice(0, 1), 'T3S2')),
  rule('tax 7.3: trailers of a C2', trailers(two, 'C2'), 'SAT CP184 cartaPorte.remolques'),
  rule(
    'tax 7.3: a second trailer that is none',
    trailers([...two.slice(0, 1), { subtipoRemolque: 'CTR030', placa: '98' }]),
    'LOCAL NOT_IN_CATALOGUE cartaPorte.remolques[1].subtipoRemolque',
    'LOCAL FORMAT cartaPorte.remolques[1].placa',
  ),
  rule(
    'tax 7.3: a second trailer without data',
    trailers([...two.slice(0, 1), { subtipoRemolque: '', placa: '' }]),
    'SAT CP184 cartaPorte.remolques[1].subtipoRemolque',
    'SAT CP184 cartaPorte.remolques[1].placa',
  ),
];

export const FREIGHT_RULES: readonly Rule[] = [...SERVICES, ...HAZARD, ...GOODS_DATA, ...TRAILERS];

const REASON = 'invoice.noCartaPorteReason';
const DOUBTFUL = 'LOCAL REASON_DOUBTFUL noCartaPorteReason';

/** Changes that cause a warning only. */
export const FREIGHT_WARNINGS: readonly Rule[] = [
  rule('tax M4: a key of the railway', services('78101600'), 'LOCAL OTHER_MODE items[0].productKey'),
  rule('tax M4: a key of the railway, the last one', services('78101905'), 'LOCAL OTHER_MODE items[0].productKey'),
  rule(
    'tax M9: steel with No',
    { [`${GOODS}.materialPeligroso`]: 'No' },
    `LOCAL HAZARD_NOT_SENT ${FIELD}.materialPeligroso`,
  ),
  rule('tax 7.9: medicines', { [`${GOODS}.bienesTransp`]: '51101500' }, `LOCAL COFEPRIS_GOODS ${FIELD}.bienesTransp`),
  rule('tax M15: the private permit', { [`${CP}.permSCT`]: 'TPAF02' }, 'LOCAL PRIVATE_PERMIT cartaPorte.permSCT'),
  rule('tax M15: 17.5 t in 17.5 t', { [`${GOODS}.pesoKg`]: 17_500 }),
  rule(
    'tax M15: more than that',
    { [`${GOODS}.pesoKg`]: 17_500.001 },
    'LOCAL OVERWEIGHT cartaPorte.pesoBrutoVehicular',
  ),
  rule(
    'tax M15: diesel with a general permit',
    { ...diesel, [`${CP}.permSCT`]: 'TPAF01' },
    'LOCAL HAZMAT_PERMIT cartaPorte.permSCT',
  ),
  rule('tax M15: diesel with the private permit for it', { ...diesel, [`${CP}.permSCT`]: 'TPAF07' }),
  rule('tax M15: two trailers', trailers(two)),
  rule('tax M15: one of two trailers', trailers(two.slice(0, 1)), 'LOCAL ONE_TRAILER cartaPorte.remolques'),
  rule('tax M15: one trailer of one', trailers(two.slice(0, 1), 'T3S2')),
  rule('tax M6: a departure 30 days ahead', {
    [`${CP}.origen.fechaHora`]: '2026-04-01T09:00:00',
    [`${CP}.destino.fechaHora`]: '2026-04-02T09:00:00',
  }),
  rule(
    'tax M6: a departure later than that',
    { [`${CP}.origen.fechaHora`]: '2026-04-01T09:00:01', [`${CP}.destino.fechaHora`]: '2026-04-02T09:00:00' },
    'LOCAL FAR_AHEAD cartaPorte.origen.fechaHora',
  ),
  rule(
    'tax M12: a sender’s check digit',
    { [`${CP}.origen.rfc`]: 'URE180429TM7' },
    'LOCAL RFC_CHECK_DIGIT cartaPorte.origen.rfc',
  ),
  rule('tax M12: a driver’s check digit', { 'driver.rfc': 'CACX7605101P9' }, 'LOCAL RFC_CHECK_DIGIT driver.rfc'),
  rule(
    'tax M12: an owner’s check digit',
    { [`${CP}.figuras`]: [{ tipo: '02', nombre: 'Ana', rfc: 'URE180429TM7', partes: ['PT03'] }] },
    'LOCAL RFC_CHECK_DIGIT cartaPorte.figuras[0].rfc',
  ),
  rule(
    'tax M12: an owner’s check digit in the vehicle’s record',
    { 'vehicle.ownerName': 'Ana', 'vehicle.ownerRfc': 'URE180429TM7' },
    'LOCAL RFC_CHECK_DIGIT vehicle.ownerRfc',
  ),
  rule('tax M14: freight in the city', { ...services('78101801'), [CP]: undefined }),
  rule('tax M14: freight with a reason', { [CP]: undefined, [REASON]: 'SUBCONTRATADO' }),
  rule(
    'tax 7.13: chemicals within 30 km',
    { ...services('78101807'), [CP]: undefined, [REASON]: 'RADIO_30_KM' },
    DOUBTFUL,
  ),
  rule('tax 7.13: chemicals in the city', { ...services('78101807'), [CP]: undefined, [REASON]: 'LOCAL' }, DOUBTFUL),
  rule('tax 7.13: chemicals by a subcontractor', {
    ...services('78101807'),
    [CP]: undefined,
    [REASON]: 'SUBCONTRATADO',
  }),
  rule('tax 7.13: dedicated, with its key', { [CP]: undefined, [REASON]: 'DEDICADO' }),
  rule(
    'tax 7.13: dedicated, with another key',
    { ...services('78101800'), [CP]: undefined, [REASON]: 'DEDICADO' },
    DOUBTFUL,
  ),
  rule('tax M14: a forwarder', { ...services('78141501'), [CP]: undefined }),
];
