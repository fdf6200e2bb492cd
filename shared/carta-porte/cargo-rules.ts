import type { CartaPorte, Guia, Mercancia } from '../invoices/carta-porte';
import type { InvoiceType } from '../invoices/invoice-type';
import type { Catalogues } from './catalogues';
import { deliveryFindings } from './delivery-rules';
import { type Finding, local, sat } from './findings';
import { kilograms, quantity } from './measures';
import { isBlank, textFindings } from './texts';

const LEAST_WEIGHT = 0.001;
/** Parcels and pallets: their waybills are required when the issuer carries its own goods. */
const GOODS_WITH_GUIDES: readonly string[] = ['31181701', '24112700'];

interface CargoDocument {
  readonly cartaPorte: CartaPorte;
  /** T: the issuer's own goods. */
  readonly type: InvoiceType;
}

/**
 * The rules for the goods (Mercancias). Gross weight and number of goods are computed from them, so CP149 and CP154
 * always hold.
 */
export function* cargoFindings({ cartaPorte, type }: CargoDocument, catalogues: Catalogues): Generator<Finding> {
  const destinations = 1 + (cartaPorte.destinos?.length ?? 0);
  for (const [index, goods] of cartaPorte.mercancias.entries()) {
    const path = `cartaPorte.mercancias[${index}]`;
    yield* goodsFindings(path, goods, catalogues);
    yield* hazardFindings(path, goods, catalogues);
    yield* guideFindings(path, goods, type);
    yield* deliveryFindings(path, goods, destinations);
  }
}

const DIMENSIONS = /^(?:\d{1,3}\/){2}\d{1,3}(?:cm|plg)$/;

function* goodsFindings(path: string, goods: Mercancia, catalogues: Catalogues): Generator<Finding> {
  if (!catalogues.isGoods(goods.bienesTransp))
    yield local('NOT_IN_CATALOGUE', `${path}.bienesTransp`, {
      en: 'Choose a key of 8 digits of the catalogue c_ClaveProdServCP, such as 24112700.',
      es: 'Elija una clave de 8 dígitos del catálogo c_ClaveProdServCP, por ejemplo 24112700.',
    });
  yield* textFindings(
    `${path}.descripcion`,
    goods.descripcion,
    { en: 'the description of the goods', es: 'la descripción de la mercancía' },
    1,
    1000,
  );
  if (quantity(goods.cantidad) <= 0)
    yield local('RANGE', `${path}.cantidad`, {
      en: 'Send a quantity of more than 0.',
      es: 'Envíe una cantidad mayor que 0.',
    });
  if (!catalogues.isUnit(goods.claveUnidad))
    yield local('NOT_IN_CATALOGUE', `${path}.claveUnidad`, {
      en: 'Choose a unit of the catalogue c_ClaveUnidad, such as KGM.',
      es: 'Elija una unidad del catálogo c_ClaveUnidad, por ejemplo KGM.',
    });
  if (kilograms(goods.pesoKg) < LEAST_WEIGHT) yield tooLight(`${path}.pesoKg`);
  if (!isBlank(goods.dimensiones) && !DIMENSIONS.test(goods.dimensiones))
    yield local('FORMAT', `${path}.dimensiones`, {
      en: 'Send length, width and height as whole numbers with their unit, cm or plg, such as 120/80/100cm.',
      es: 'Envíe largo, ancho y alto en números enteros con su unidad, cm o plg, por ejemplo 120/80/100cm.',
    });
}

const tooLight = (field: string): Finding =>
  local('RANGE', field, {
    en: 'Send the weight in kilograms: at least 0.001.',
    es: 'Envíe el peso en kilogramos: al menos 0.001.',
  });

/** Whether goods are hazardous (CP155), and the data that only hazardous goods have (CP156, CP157). */
function* hazardFindings(path: string, goods: Mercancia, catalogues: Catalogues): Generator<Finding> {
  const { bienesTransp, materialPeligroso } = goods;
  const field = `${path}.materialPeligroso`;
  const flag = catalogues.hazard(bienesTransp);
  if (flag === '1' && materialPeligroso !== 'Sí')
    yield sat('CP155', field, {
      en: `The goods ${bienesTransp} are hazardous in c_ClaveProdServCP. Send Sí.`,
      es: `La mercancía ${bienesTransp} es material peligroso según c_ClaveProdServCP. Envíe Sí.`,
    });
  if (flag === '0,1' && materialPeligroso === undefined)
    yield sat('CP155', field, {
      en: `The goods ${bienesTransp} can be hazardous. Send Sí or No.`,
      es: `La mercancía ${bienesTransp} puede ser material peligroso. Envíe Sí o No.`,
    });
  if (flag === '0' && materialPeligroso === 'Sí')
    yield sat('CP155', field, {
      en: `The goods ${bienesTransp} are not hazardous in c_ClaveProdServCP. Clear this field, or choose another key.`,
      es: `La mercancía ${bienesTransp} no es material peligroso según c_ClaveProdServCP. Vacíe este campo o elija otra clave.`,
    });
  if (materialPeligroso === 'Sí') yield* hazardousFindings(path, goods, catalogues);
  else yield* harmlessFindings(path, goods);
}

function* hazardousFindings(
  path: string,
  { cveMaterialPeligroso, embalaje, descripEmbalaje }: Mercancia,
  catalogues: Catalogues,
): Generator<Finding> {
  if (isBlank(cveMaterialPeligroso) || !catalogues.isHazardousMaterial(cveMaterialPeligroso))
    yield sat('CP156', `${path}.cveMaterialPeligroso`, {
      en: 'Hazardous goods need their key of 4 characters of the catalogue c_MaterialPeligroso, such as 1202.',
      es: 'El material peligroso requiere su clave de 4 caracteres del catálogo c_MaterialPeligroso, por ejemplo 1202.',
    });
  if (isBlank(embalaje) || !catalogues.isPackaging(embalaje))
    yield sat('CP157', `${path}.embalaje`, {
      en: 'Hazardous goods need a key of the catalogue c_TipoEmbalaje, such as 1A1.',
      es: 'El material peligroso requiere una clave del catálogo c_TipoEmbalaje, por ejemplo 1A1.',
    });
  if (!isBlank(descripEmbalaje))
    yield* textFindings(
      `${path}.descripEmbalaje`,
      descripEmbalaje,
      { en: 'the description of the packaging', es: 'la descripción del embalaje' },
      1,
      100,
    );
}

function* harmlessFindings(
  path: string,
  { cveMaterialPeligroso, embalaje, descripEmbalaje }: Mercancia,
): Generator<Finding> {
  const message = {
    en: 'Only goods with materialPeligroso Sí have this field. Clear it.',
    es: 'Solo la mercancía con materialPeligroso Sí lleva este campo. Vacíelo.',
  };
  if (!isBlank(cveMaterialPeligroso)) yield sat('CP156', `${path}.cveMaterialPeligroso`, message);
  if (!isBlank(embalaje)) yield sat('CP157', `${path}.embalaje`, message);
  if (!isBlank(descripEmbalaje)) yield sat('CP157', `${path}.descripEmbalaje`, message);
}

function* guideFindings(path: string, { bienesTransp, guias = [] }: Mercancia, type: InvoiceType): Generator<Finding> {
  if (type === 'T' && GOODS_WITH_GUIDES.includes(bienesTransp) && guias.length === 0)
    yield sat('CP177', `${path}.guias`, {
      en: `Own goods of key ${bienesTransp} need their waybills. Send guias.`,
      es: `La mercancía propia con clave ${bienesTransp} requiere sus guías. Envíe guias.`,
    });
  for (const [index, guide] of guias.entries()) yield* oneGuideFindings(`${path}.guias[${index}]`, guide);
}

function* oneGuideFindings(path: string, { numero, descripcion, pesoKg }: Guia): Generator<Finding> {
  yield* textFindings(`${path}.numero`, numero, { en: 'the number of the waybill', es: 'el número de guía' }, 10, 30);
  yield* textFindings(
    `${path}.descripcion`,
    descripcion,
    { en: 'the description of the waybill', es: 'la descripción de la guía' },
    1,
    1000,
  );
  if (kilograms(pesoKg) < LEAST_WEIGHT) yield tooLight(`${path}.pesoKg`);
}

/** Medicines and chemicals (51), and medical equipment (42). */
const COFEPRIS_SEGMENTS = /^(?:51|42)/;

/** Warnings: goods whose further data this service does not send. */
export function* cargoWarnings({ mercancias }: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  for (const [index, { bienesTransp, materialPeligroso }] of mercancias.entries()) {
    const path = `cartaPorte.mercancias[${index}]`;
    if (COFEPRIS_SEGMENTS.test(bienesTransp))
      yield local('COFEPRIS_GOODS', `${path}.bienesTransp`, {
        en: 'Medicines, precursors and pesticides need data that cannot be given here. If these goods are such, make this Carta Porte at the provider.',
        es: 'Los medicamentos, precursores y plaguicidas requieren datos que aquí no se pueden capturar. Si la mercancía es de ese tipo, genere esta Carta Porte con el proveedor.',
      });
    if (materialPeligroso === 'No' && catalogues.hazard(bienesTransp) === '0')
      yield local('HAZARD_NOT_SENT', `${path}.materialPeligroso`, {
        en: 'The value No is not sent: goods with this key are never hazardous.',
        es: 'El valor No se omite: la mercancía con esta clave nunca es peligrosa.',
      });
  }
}
