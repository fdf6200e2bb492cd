import { Decimal } from '../judge/decimal';
import { isLineWithinLimits, isTaxWithinLimits } from '../judge/limits';
import { type Attributes, contentsOf, elementsOf, numberOf, sumOf } from '../judge/read-xml';
import type { RandomDocument } from '../product/random-documents';
import { cannotOccur, type Row } from './row';

const rootOf = (document: RandomDocument): Attributes => attributesOf(document, 'cfdi:Comprobante')[0] ?? {};
const conceptsOf = ({ xml }: RandomDocument): string => contentsOf(xml, 'cfdi:Conceptos').join('');
/** The part after the concepts, where the taxes of the whole document are. */
const afterConcepts = ({ xml }: RandomDocument): string =>
  xml.split('</cfdi:Conceptos>')[1]?.split('<cfdi:Complemento>')[0] ?? '';

/** Finds the elements of a name in a part of a document, once for all rows: several rows read the same elements of all documents. */
function readOnce(partOf: (document: RandomDocument) => string) {
  const known = new WeakMap<RandomDocument, Map<string, Attributes[]>>();
  return (document: RandomDocument, name: string): Attributes[] => {
    const ofDocument = known.get(document) ?? new Map<string, Attributes[]>();
    known.set(document, ofDocument);
    const found = ofDocument.get(name) ?? elementsOf(partOf(document), name);
    ofDocument.set(name, found);
    return found;
  };
}

const attributesOf = readOnce(({ xml }) => xml);
const attributesInConcepts = readOnce(conceptsOf);
const attributesAfterConcepts = readOnce(afterConcepts);
const hasField = ({ payload }: RandomDocument, name: string): boolean => payload.includes(`"${name}":`);
const hasAttribute = ({ xml }: RandomDocument, name: string): boolean => xml.includes(` ${name}="`);
const hasElement = ({ xml }: RandomDocument, name: string): boolean => xml.includes(`<${name}`);
const areSame = (one: Decimal, other: Decimal): boolean => one.compare(other) === 0;
const shown = ({ shown: amounts }: RandomDocument, index: number): Decimal => Decimal.of(amounts[index] ?? '');

/** Taxes of the lines of one kind, whose group the predicate names. */
const lineTaxes = (document: RandomDocument, name: 'Traslado' | 'Retencion') =>
  attributesInConcepts(document, `cfdi:${name}`);
const groups = (document: RandomDocument, name: 'Traslado' | 'Retencion') =>
  attributesAfterConcepts(document, `cfdi:${name}`);
const ofGroup = (group: Attributes) => (tax: Attributes) =>
  ['Impuesto', 'TipoFactor', 'TasaOCuota'].every((part) => group[part] === undefined || group[part] === tax[part]);
const repeats = (names: readonly string[]): boolean => new Set(names).size < names.length;

/** Whether a sum of a group is not that of its lines, rounded once to cents. */
const differsFromLines = (document: RandomDocument, name: 'Traslado' | 'Retencion', attribute: string): boolean =>
  groups(document, name).some((group) => {
    const lines = lineTaxes(document, name).filter(ofGroup(group));
    return !areSame(numberOf(group, attribute), sumOf(lines, attribute).rounded(2));
  });

const AMOUNTS: readonly Row[] = [
  cannotOccur(
    'CFDI40107 subtotal of three decimals',
    (document) => !/^\d+(?:\.\d\d)?$/.test(rootOf(document).SubTotal ?? ''),
  ),
  cannotOccur('CFDI40108 subtotal as the sum of rounded lines', (document) => {
    const lines = sumOf(attributesOf(document, 'cfdi:Concepto'), 'Importe').rounded(2);
    return !areSame(lines, numberOf(rootOf(document), 'SubTotal')) || !areSame(lines, shown(document, 0));
  }),
  cannotOccur(
    'CFDI40110 a discount',
    (document) => hasAttribute(document, 'Descuento') || hasField(document, 'discount'),
  ),
  cannotOccur('CFDI40119 total not subtotal + taxes − withheld', (document) => {
    const [taxes] = attributesAfterConcepts(document, 'cfdi:Impuestos');
    const total = numberOf(rootOf(document), 'SubTotal')
      .plus(numberOf(taxes, 'TotalImpuestosTrasladados'))
      .minus(numberOf(taxes, 'TotalImpuestosRetenidos'));
    return !areSame(total, numberOf(rootOf(document), 'Total')) || !areSame(total, shown(document, 3));
  }),
  cannotOccur(
    'CFDI40167 importe out of its limits',
    (document) => !attributesOf(document, 'cfdi:Concepto').every(isLineWithinLimits),
  ),
  cannotOccur(
    'CFDI40180 transferred tax out of its limits',
    (document) => !lineTaxes(document, 'Traslado').every(isTaxWithinLimits),
  ),
  cannotOccur(
    'CFDI40186 withheld out of its limits',
    (document) => !lineTaxes(document, 'Retencion').every(isTaxWithinLimits),
  ),
  cannotOccur(
    'CFDI40203 sum of withheld',
    (document) => !areSame(sumOf(groups(document, 'Retencion'), 'Importe'), shown(document, 2)),
  ),
  cannotOccur(
    'CFDI40205 sum of transferred',
    (document) => !areSame(sumOf(groups(document, 'Traslado'), 'Importe'), shown(document, 1)),
  ),
  cannotOccur('CFDI40208 two Retencion of IVA', (document) =>
    repeats(groups(document, 'Retencion').map(({ Impuesto = '' }) => Impuesto)),
  ),
  cannotOccur('CFDI40215 base of a group', (document) => differsFromLines(document, 'Traslado', 'Base')),
  cannotOccur('CFDI40218 two Traslado of one rate', (document) =>
    repeats(
      groups(document, 'Traslado').map(
        ({ Impuesto, TipoFactor, TasaOCuota }) => `${Impuesto} ${TipoFactor} ${TasaOCuota}`,
      ),
    ),
  ),
  cannotOccur(
    'CFDI40221 tax of a group',
    (document) =>
      differsFromLines(document, 'Traslado', 'Importe') || differsFromLines(document, 'Retencion', 'Importe'),
  ),
];

const FIELDS: readonly Row[] = [
  cannotOccur(
    'CFDI40101 date sent in another format',
    (document) => document.type !== 'P' && hasField(document, 'date'),
  ),
  cannotOccur(
    'CFDI40122 export 02 without foreign trade',
    (document) => rootOf(document).Exportacion !== '01' || hasField(document, 'export'),
  ),
  cannotOccur(
    'CFDI40124 type I without paymentMethod',
    (document) => document.type === 'I' && !hasField(document, 'payment_method'),
  ),
  cannotOccur('CFDI40154 NumRegIdTrib given', (document) => hasAttribute(document, 'NumRegIdTrib')),
  cannotOccur(
    'CFDI40171 object 02 without taxes',
    (document) =>
      document.type === 'I' &&
      attributesOf(document, 'cfdi:Concepto').filter(({ ObjetoImp }) => ObjetoImp === '02').length !==
        contentsOf(document.xml, 'cfdi:Concepto').filter((inner) => inner.includes('<cfdi:Traslado ')).length,
  ),
  cannotOccur('CFDI40175 tax 009', (document) =>
    [...lineTaxes(document, 'Traslado'), ...lineTaxes(document, 'Retencion')].some(
      ({ Impuesto = '' }) => !['001', '002'].includes(Impuesto),
    ),
  ),
  cannotOccur('CP101 CFDI version', (document) => rootOf(document).Version !== '4.0'),
  cannotOccur('CP112 two complements', (document) => attributesOf(document, 'cartaporte31:CartaPorte').length > 1),
  cannotOccur('CP113 other complements', (document) =>
    contentsOf(document.xml, 'cfdi:Complemento').some(
      (inner) => !/^<(cartaporte31:CartaPorte|pago20:Pagos) /.test(inner),
    ),
  ),
];

const transports = (document: RandomDocument): Attributes | undefined =>
  attributesOf(document, 'cartaporte31:CartaPorte')[0];
const cargoOf = (document: RandomDocument): Attributes | undefined =>
  attributesOf(document, 'cartaporte31:Mercancias')[0];

const TRANSPORT: readonly Row[] = [
  cannotOccur(
    'CP115 version 3.0',
    (document) => transports(document) !== undefined && transports(document)?.Version !== '3.1',
  ),
  cannotOccur('CP131 deliveries without IDs', (document) =>
    attributesOf(document, 'cartaporte31:CantidadTransporta').some(
      ({ IDOrigen = '', IDDestino = '' }) =>
        IDOrigen !== 'OR000001' || !document.xml.includes(` IDUbicacion="${IDDestino}"`),
    ),
  ),
  cannotOccur('CP135 NumEstacion', (document) => hasAttribute(document, 'NumEstacion')),
  cannotOccur('CP139 NavegacionTrafico', (document) => hasAttribute(document, 'NavegacionTrafico')),
  cannotOccur('CP140 TipoEstacion', (document) => hasAttribute(document, 'TipoEstacion')),
  cannotOccur('CP141 origin with distancia', (document) =>
    attributesOf(document, 'cartaporte31:Ubicacion').some(
      ({ TipoUbicacion, DistanciaRecorrida }) => TipoUbicacion === 'Origen' && DistanciaRecorrida !== undefined,
    ),
  ),
  cannotOccur('CP149 PesoBrutoTotal', (document) => {
    const cargo = cargoOf(document);
    return (
      cargo !== undefined &&
      !areSame(sumOf(attributesOf(document, 'cartaporte31:Mercancia'), 'PesoEnKg'), numberOf(cargo, 'PesoBrutoTotal'))
    );
  }),
  cannotOccur('CP153 logisticaInversa', (document) => {
    const isReverse = cargoOf(document)?.LogisticaInversaRecoleccionDevolucion !== undefined;
    return isReverse && !hasElement(document, 'cartaporte31:Autotransporte');
  }),
  cannotOccur('CP154 NumTotalMercancias', (document) => {
    const cargo = cargoOf(document);
    return (
      cargo !== undefined &&
      Number(cargo.NumTotalMercancias) !== attributesOf(document, 'cartaporte31:Mercancia').length
    );
  }),
  cannotOccur('CP168 value without currency', (document) =>
    attributesOf(document, 'cartaporte31:Mercancia').some(
      ({ ValorMercancia, Moneda }) => ValorMercancia !== undefined && Moneda !== 'MXN',
    ),
  ),
  cannotOccur('CP180 CvesTransporte', (document) => hasAttribute(document, 'CvesTransporte')),
  cannotOccur('CP181 DetalleMercancia', (document) => hasElement(document, 'cartaporte31:DetalleMercancia')),
  cannotOccur('CP185 sea', (document) => hasElement(document, 'cartaporte31:TransporteMaritimo')),
  cannotOccur('CP188 air', (document) => hasElement(document, 'cartaporte31:TransporteAereo')),
  cannotOccur('CP191 rail', (document) => hasElement(document, 'cartaporte31:TransporteFerroviario')),
  cannotOccur(
    'XSD IdCCP of 39',
    (document) => transports(document) !== undefined && transports(document)?.IdCCP?.length !== 36,
  ),
];

/** What no document of the service can have, shown by the random documents. */
export const IMPOSSIBLE_ROWS: readonly Row[] = [...AMOUNTS, ...FIELDS, ...TRANSPORT];
