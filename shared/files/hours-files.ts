/** The PDFs of working time are below this prefix of the documents bucket, for so many days: the record makes them again. */
export const HOURS_PREFIX = 'hours/';
export const HOURS_PDF_DAYS = 1;
