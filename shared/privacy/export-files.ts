/** Exports that are too large for one answer are below this prefix of the documents bucket, for so many days. */
export const PERSON_EXPORTS_PREFIX = 'person-exports/';
export const PERSON_EXPORT_DAYS = 1;
