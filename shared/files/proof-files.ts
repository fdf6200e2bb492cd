/** The PDFs of proofs are below this prefix of the documents bucket, for so many days: the record makes them again. */
export const PROOFS_PREFIX = 'proofs/';
export const PROOF_DAYS = 30;
