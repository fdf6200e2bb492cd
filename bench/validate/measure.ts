import { checkReadiness } from '../../shared/carta-porte/readiness';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import { readyFreight } from '../../test/support/freight';
import { type Spread, spreadOf } from '../results';

const GOODS = 500;
const ROUNDS = 200;

/** The milliseconds of the check of an invoice with 500 goods, once the catalogues are unpacked. */
export function measureValidate(): Spread {
  const given = readyFreight();
  const { cartaPorte } = given.invoice;
  const mercancias = Array.from({ length: GOODS }, () => cartaPorte.mercancias).flat();
  const large = { ...given, invoice: { ...given.invoice, cartaPorte: { ...cartaPorte, mercancias } } };
  if (!checkReadiness(large, catalogues).ready) throw new Error('The invoice of the measurement has errors.');
  return spreadOf(
    Array.from({ length: ROUNDS }, () => {
      const startedAt = performance.now();
      checkReadiness(large, catalogues);
      return performance.now() - startedAt;
    }),
  );
}
