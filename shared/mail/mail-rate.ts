/**
 * The readers of the mail queue: the fewest that SQS allows for Lambda. Each sends its batch one mail after the other.
 * Source: Lambda developer guide, "Configuring scaling behavior for SQS event source mappings".
 */
export const MAIL_READERS = 2;

/** The mails of one call. At one mail in a second and ten seconds for a slow answer they fit into the function's time. */
export const MAIL_BATCH = 5;

/** The time of one mail in one reader, so that all readers together keep the rate. */
export const millisecondsOfMail = (mailsPerSecond: number): number => (1000 * MAIL_READERS) / mailsPerSecond;
