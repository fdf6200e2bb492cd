import { cartaPorte } from '../../support/freight';
import { type Rule, rule } from './rules';

const CP = 'invoice.cartaPorte';
const ORIGIN = `${CP}.origen`;
const DESTINATION = `${CP}.destino`;
const FIELD = 'cartaPorte.origen.domicilio';
const { destino, mercancias } = cartaPorte();
const [goods] = mercancias;

const second = { ...destino, distancia: 100.25, fechaHora: '2026-03-03T20:00:00' };
const third = { ...destino, distancia: 9.5, fechaHora: '2026-03-03T23:00:00' };
const delivered = (...parts: readonly (readonly [destino: number, cantidad: number])[]) => ({
  [`${CP}.mercancias`]: [{ ...goods, entregas: parts.map(([to, cantidad]) => ({ destino: to, cantidad })) }],
});
const three = {
  [`${CP}.totalDistRec`]: 800,
  [`${CP}.destino`]: { ...destino, distancia: 690.25 },
  [`${CP}.destinos`]: [second, third],
  ...delivered([1, 5], [2, 4.5], [3, 2.5]),
};

const SEVERAL: readonly Rule[] = [
  rule('tax 7.1: three destinations', three),
  rule('tax 7.1: an empty list of more destinations', { [`${CP}.destinos`]: [] }),
  rule(
    'tax 7.1: three legs that do not sum',
    { ...three, [`${CP}.totalDistRec`]: 800.01 },
    'SAT CP126 cartaPorte.totalDistRec',
  ),
  rule(
    'tax 7.1: the first of several without its leg',
    { ...three, [`${CP}.destino`]: destino },
    'SAT CP141 cartaPorte.destino.distancia',
  ),
  rule(
    'tax 7.1: the third without its leg',
    { ...three, [`${CP}.destinos`]: [second, { ...third, distancia: null }] },
    'SAT CP141 cartaPorte.destinos[1].distancia',
  ),
  rule(
    'tax 7.1: a leg of 0',
    { ...three, [`${CP}.destinos`]: [second, { ...third, distancia: 0 }] },
    'LOCAL RANGE cartaPorte.destinos[1].distancia',
  ),
  rule(
    'tax 7.1: the second before the first',
    { ...three, [`${CP}.destinos`]: [{ ...second, fechaHora: '2026-03-03T18:29:59' }, third] },
    'LOCAL ORDER cartaPorte.destinos[0].fechaHora',
  ),
  rule(
    'tax 7.1: two destinations at one time',
    { ...three, [`${CP}.destinos`]: [second, { ...third, fechaHora: second.fechaHora }] },
    'LOCAL ORDER cartaPorte.destinos[1].fechaHora',
  ),
  rule(
    'tax 7.1: a further destination has the rules of the first',
    { ...three, [`${CP}.destinos`]: [second, { ...third, rfc: '', tipoUbicacion: 'Origen' }] },
    'SAT CP130 cartaPorte.destinos[1].tipoUbicacion',
    'LOCAL REQUIRED cartaPorte.destinos[1].rfc',
  ),
];

const DELIVERIES: readonly Rule[] = [
  rule(
    'tax 7.2: no deliveries',
    { ...three, [`${CP}.mercancias`]: mercancias },
    'SAT CP179 cartaPorte.mercancias[0].entregas',
  ),
  rule(
    'tax 7.2: an empty list of deliveries',
    { ...three, ...delivered() },
    'SAT CP179 cartaPorte.mercancias[0].entregas',
  ),
  rule(
    'tax 7.2: a delivery to a destination that does not exist',
    { ...three, ...delivered([1, 5], [4, 7]) },
    'SAT CP178 cartaPorte.mercancias[0].entregas[1].destino',
  ),
  rule(
    'tax 7.2: deliveries that differ from the quantity',
    { ...three, ...delivered([1, 5], [2, 7.000001]) },
    'LOCAL DELIVERIES cartaPorte.mercancias[0].entregas',
  ),
  rule(
    'tax 7.2: a delivery of nothing',
    { ...three, ...delivered([1, 12], [2, 0]) },
    'LOCAL RANGE cartaPorte.mercancias[0].entregas[1].cantidad',
  ),
  rule('tax 7.2: a delivery to the only destination', delivered([1, 12])),
  rule(
    'tax 7.2: the only destination is the first',
    delivered([2, 12]),
    'SAT CP178 cartaPorte.mercancias[0].entregas[0].destino',
  ),
];

const DATES: readonly Rule[] = [
  rule('tax M6: the first year', { [`${ORIGIN}.fechaHora`]: '2010-01-01T00:00:00' }),
  rule(
    'tax M6: a year before',
    { [`${ORIGIN}.fechaHora`]: '2009-12-31T23:59:59' },
    'LOCAL RANGE cartaPorte.origen.fechaHora',
  ),
  rule('tax M6: the last year', { [`${DESTINATION}.fechaHora`]: '2099-12-31T23:59:59' }),
  rule(
    'tax M6: a year after',
    { [`${DESTINATION}.fechaHora`]: '2100-01-01T00:00:00' },
    'LOCAL RANGE cartaPorte.destino.fechaHora',
  ),
];

const ADDRESSES: readonly Rule[] = [
  rule(
    'tax M5: a foreign sender',
    { [`${ORIGIN}.rfc`]: 'xexx-010101-000' },
    'LOCAL FOREIGN_TRANSPORT cartaPorte.origen.rfc',
  ),
  rule(
    'tax M5: a foreign addressee',
    { [`${DESTINATION}.rfc`]: 'XEXX010101000' },
    'LOCAL FOREIGN_TRANSPORT cartaPorte.destino.rfc',
  ),
  rule(
    'tax M11: a state that the catalogue dropped',
    { [`${ORIGIN}.domicilio.estado`]: 'DIF' },
    `SAT CP146 ${FIELD}.estado`,
  ),
  rule('tax M11: a state in small letters', { [`${ORIGIN}.domicilio.estado`]: 'nle' }, `SAT CP146 ${FIELD}.estado`),
  rule(
    'tax M11: a municipality that is none',
    { [`${ORIGIN}.domicilio.municipio`]: '999' },
    `SAT CP145 ${FIELD}.municipio`,
  ),
  rule(
    'tax M11: a municipality of another postcode',
    { [`${ORIGIN}.domicilio.municipio`]: '019' },
    `SAT CP147 ${FIELD}.municipio`,
  ),
  rule('tax 7.6: the parts of an address', {
    [`${ORIGIN}.domicilio.numeroExterior`]: '1500',
    [`${ORIGIN}.domicilio.numeroInterior`]: 'B',
    [`${ORIGIN}.domicilio.referencia`]: 'x'.repeat(250),
    [`${ORIGIN}.domicilio.localidad`]: '07',
  }),
  rule(
    'tax 7.6: a number outside of 56 characters',
    { [`${ORIGIN}.domicilio.numeroExterior`]: '1'.repeat(56) },
    `LOCAL FORMAT ${FIELD}.numeroExterior`,
  ),
  rule(
    'tax 7.6: a number inside with the separator',
    { [`${ORIGIN}.domicilio.numeroInterior`]: '1|2' },
    `LOCAL FORMAT ${FIELD}.numeroInterior`,
  ),
  rule(
    'tax 7.6: a reference of 251 characters',
    { [`${ORIGIN}.domicilio.referencia`]: 'x'.repeat(251) },
    `LOCAL FORMAT ${FIELD}.referencia`,
  ),
  rule(
    'tax 7.6: a locality of another state',
    { [`${ORIGIN}.domicilio.localidad`]: '99' },
    `SAT CP144 ${FIELD}.localidad`,
  ),
  rule(
    'tax 7.6: a locality’s name for its key',
    { [`${ORIGIN}.domicilio.localidad`]: 'Monterrey' },
    `SAT CP144 ${FIELD}.localidad`,
  ),
];

export const PLACE_RULES: readonly Rule[] = [...SEVERAL, ...DELIVERIES, ...DATES, ...ADDRESSES];
