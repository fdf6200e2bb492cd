/** Receipts of payment, credit notes, relations, collections and substitution: issue 22 of the tax specification. */
const LATER = 'issue 22: receipts, credit notes, relations and substitution are not built';
/** Names and issuer. */
const PARTIES = 'waits for names and issuer (tax M1, M2)';

const open = (reason: string, ...names: readonly string[]): [string, string][] => names.map((name) => [name, reason]);

/** Rows of the matrix whose part of the product is not built, each with the reason. The suite fails when one of them passes. */
export const NOT_BUILT: Readonly<Record<string, string>> = Object.fromEntries([
  ...open(PARTIES, 'CFDI40138 issuer name against the seal'),
  ...open(
    LATER,
    'CRP20212 DEPOSITO without paymentForm',
    'CRP20212 form 99',
    'CRP20239 last_balance 0',
    'INSTALMENT two receipts of one document at once',
    'INSTALMENT older receipt cancelled first',
    'RMF-2.7.1.32 payments of two months in one receipt',
    'RMF-2.7.1.32 payments of two clients',
    'PUE receipt for a PUE document',
    'MOTIVE cancel with live receipts',
    'RMF-2.7.1.32 receipt after the 5th',
    'CRP20101 envelope of type P',
    'CRP20103 subtotal of P',
    'CRP20104 currency of P',
    'CRP20105 paymentForm at the top of P',
    'CRP20111 two concepts',
    'CRP20201 TotalRetencionesIVA',
    'CRP20204 TotalTrasladosBaseIVA16',
    'CRP20211 MontoTotalPagos',
    'CRP20221 account of a form without bank',
    'CRP20229 TipoCadPago',
    'CRP20238 EquivalenciaDR',
    'CRP20246 document of 02 without taxes',
    'CRP20247 object 01 with taxes',
    'CRP20249 BaseDR 0',
    'CRP20254 withheld out of limits',
    'CRP20255 BaseDR 0, transferred',
    'CRP20261 transferred out of limits',
    'CRP20263 two RetencionP of IVA',
    'CRP20265 RetencionP sum',
    'CRP20268 BaseP sum',
    'CRP20274 ImporteP sum',
    'CRP20214 payment in USD',
    'CRP20217 allocations above the amount',
    'CRP20218 amount 0',
    'CRP20241 allocation of 0',
    'CRP20244 payment beyond the balance',
    'CP114 Carta Porte on E or P',
    'CREDIT note above what is left',
    'CREDIT note on a type E',
  ),
]);
