import * as v from 'valibot';
import { CartaPorteInput, trailersOf } from '../../shared/invoices/carta-porte';
import { InvoiceEdit } from '../../shared/invoices/invoice';
import { accepts, ID, refusals } from '../platform/values/schemas';
import { cartaPorte } from '../support/freight';

const [goods] = cartaPorte().mercancias;
const trailer = { subtipoRemolque: 'CTR004', placa: '98UH7T' };
const refused = (changes: object) => refusals(CartaPorteInput, { ...cartaPorte(), ...changes });

test.each([
  ['without the single fields', {}],
  ['with an equal kind', { subtipoRemolque: 'CTR004' }],
  ['with equal kind and plate', { subtipoRemolque: 'CTR004', placaRemolque: '98UH7T' }],
])('tax 7.3: takes a list of trailers %s', (_, single) => {
  expect(refused({ remolques: [trailer, { subtipoRemolque: '', placa: '' }], ...single })).toEqual([]);
});

test.each([
  ['another kind', { subtipoRemolque: 'CTR005' }],
  ['another plate', { placaRemolque: '98-UH-7T' }],
  ['an empty kind', { subtipoRemolque: '' }],
])('tax 7.3: refuses a list of trailers with %s in the single fields', (_, single) => {
  expect(refused({ remolques: [trailer], ...single })).toEqual([
    'remolques: Leave subtipoRemolque and placaRemolque out: remolques replaces them, and its first element differs from them.',
  ]);
});

test('tax 7.3: takes one or two trailers', () => {
  for (const count of [1, 2])
    expect(accepts(CartaPorteInput, { ...cartaPorte(), remolques: Array(count).fill(trailer) })).toBe(true);
  for (const count of [0, 3])
    expect(accepts(CartaPorteInput, { ...cartaPorte(), remolques: Array(count).fill(trailer) })).toBe(false);
});

test('tax 7.3: the single fields are one trailer, the list is all of them', () => {
  const single = { subtipoRemolque: 'CTR004', placaRemolque: null };
  expect(trailersOf(single)).toEqual([{ subtipoRemolque: 'CTR004', placa: '' }]);
  expect(trailersOf({ subtipoRemolque: null, placaRemolque: '' })).toEqual([]);
  expect(trailersOf({ ...single, remolques: [trailer, trailer] })).toEqual([trailer, trailer]);
});

test.each([
  ['destinos', cartaPorte().destino, 48],
  ['figuras', { tipo: '02', nombre: '', rfc: '' }, 10],
])('tax 7.1, 7.7: takes %s up to their number', (field, one, most) => {
  for (const [count, taken] of [
    [0, true],
    [most, true],
    [most + 1, false],
  ] as const)
    expect(accepts(CartaPorteInput, { ...cartaPorte(), [field]: Array(count).fill(one) })).toBe(taken);
});

test('tax 7: an incomplete Carta Porte can be saved', () => {
  const empty = {
    remolques: [{ subtipoRemolque: '', placa: '' }],
    figuras: [{ tipo: '04', nombre: '', rfc: '', partes: ['PT99'] }],
    destinos: [{ ...cartaPorte().destino, rfc: '', distancia: null }],
    mercancias: [{ ...goods, embalaje: 'ZZ9', guias: [], entregas: [{ destino: 9, cantidad: 0 }], dimensiones: '' }],
    aseguraMedAmbiente: '',
  };
  expect(refused(empty)).toEqual([]);
});

const inGoods = (name: string) => ({ mercancias: [{ ...goods, [name]: 'x' }] });
const COFEPRIS =
  'Medicines, precursors and pesticides need data that cannot be given here: make this Carta Porte at the provider.';
const FOREIGN =
  'FOREIGN_TRANSPORT: this service does not support transport to or from another country. Create that Carta Porte at the provider.';

test.each([
  ['CP158', inGoods('sectorCOFEPRIS'), 'mercancias.0.sectorCOFEPRIS', COFEPRIS],
  ['CP164', inGoods('permisoImportacion'), 'mercancias.0.permisoImportacion', COFEPRIS],
  ['CP116', { regimenesAduaneros: [] }, 'regimenesAduaneros', FOREIGN],
  ['CP119', { transpInternac: 'Sí' }, 'transpInternac', FOREIGN],
  ['CP120', { entradaSalidaMerc: 'Salida' }, 'entradaSalidaMerc', FOREIGN],
  ['CP121', { paisOrigenDestino: 'USA' }, 'paisOrigenDestino', FOREIGN],
  ['CP123', { viaEntradaSalida: '01' }, 'viaEntradaSalida', FOREIGN],
  ['CP172', inGoods('documentacionAduanera'), 'mercancias.0.documentacionAduanera', FOREIGN],
  [
    'CP127',
    { registroISTMO: 'Sí' },
    'registroISTMO',
    'This service issues the Carta Porte by road only. Create this one at the provider.',
  ],
  ['M16', inGoods('peligroso'), 'mercancias.0.peligroso', 'This field is not accepted here. Remove it.'],
])('tax 7.9: refuses the field of %s by name, with a sentence', (_, changes, field, sentence) => {
  expect(refused(changes)).toEqual([`${field}: ${sentence}`]);
  const edit = { teamId: ID, cartaPorte: { ...cartaPorte(), ...changes } };
  expect(refusals(InvoiceEdit, edit)).toEqual([`cartaPorte.${field}: ${sentence}`]);
});

test('tax M16: a client may send back the Carta Porte that it read', () => {
  const read = v.parse(CartaPorteInput, { ...cartaPorte(), remolques: [trailer], figuras: [] });
  expect(v.parse(CartaPorteInput, read)).toEqual(read);
});
