import type { CartaPorte, Mercancia } from '../invoices/carta-porte';
import type { Catalogues } from './catalogues';
import { type Finding, local, sat } from './findings';
import { kilograms, quantity } from './measures';
import { textFindings } from './texts';

const LEAST_WEIGHT = 0.001;

/**
 * The rules for the goods (Mercancias). Gross weight and number of goods are computed from them, so CP149 and CP154
 * always hold.
 */
export function* cargoFindings({ mercancias }: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  for (const [index, goods] of mercancias.entries())
    yield* goodsFindings(`cartaPorte.mercancias[${index}]`, goods, catalogues);
}

function* goodsFindings(path: string, goods: Mercancia, catalogues: Catalogues): Generator<Finding> {
  if (!catalogues.isGoods(goods.bienesTransp))
    yield local(
      'NOT_IN_CATALOGUE',
      `${path}.bienesTransp`,
      'Choose a key of 8 digits of the catalogue c_ClaveProdServCP, such as 24112700.',
    );
  yield* textFindings(`${path}.descripcion`, goods.descripcion, 'the description of the goods', 1, 1000);
  if (quantity(goods.cantidad) <= 0) yield local('RANGE', `${path}.cantidad`, 'Send a quantity of more than 0.');
  if (!catalogues.isUnit(goods.claveUnidad))
    yield local(
      'NOT_IN_CATALOGUE',
      `${path}.claveUnidad`,
      'Choose a unit of the catalogue c_ClaveUnidad, such as KGM.',
    );
  if (kilograms(goods.pesoKg) < LEAST_WEIGHT)
    yield sat(
      'CP149',
      `${path}.pesoKg`,
      'Send the weight in kilograms: at least 0.001, or it does not count in the sum.',
    );
  if (goods.materialPeligroso === 'Sí')
    yield sat(
      'CP156',
      `${path}.materialPeligroso`,
      'Hazardous goods need a hazard key and packaging, which this service does not support. Create this Carta Porte at the provider.',
    );
}
