/**
 * The beginnings of the table's partition keys. A family that ends in `#` holds all keys with that beginning; another
 * family is one key. A role reaches only the families that its capabilities declare.
 */
export const KEY_FAMILIES = [
  'API_KEYS_DUE',
  'API_KEY_USE#',
  'ATTEMPTS#',
  'CALLER#',
  'DELIVERIES_DUE#',
  'DRIVER#',
  'EMAIL#',
  'ERASURES#',
  'HOME_NETWORK#',
  'IMPORTS_DUE',
  'JOIN_CODE#',
  'MAIL_QUOTA#',
  'OBJECT#',
  'ORGANIZATION#',
  'PAPERS#',
  'QUOTA#',
  'RECEIPTS_DUE#',
  'ROAD_WATCH#',
  'STAMPING_RUN',
  'STAMPING_WORK#',
  'TEAM#',
  'TRACKING#',
  'UPLOAD#',
  'UPLOAD_COUNT#',
  'USER#',
  'WEBHOOK_TEAMS',
  'WEBHOOK_TOKEN#',
] as const;

export type KeyFamily = (typeof KEY_FAMILIES)[number];

/** A partition key of a known family. The compiler refuses a key of another one. */
export type PartitionKey = { [F in KeyFamily]: F extends `${string}#` ? `${F}${string}` : F }[KeyFamily];

/** The family of a partition key: its part up to the first `#`, or the whole key. */
export const familyOf = (partition: string): string => partition.slice(0, partition.indexOf('#') + 1) || partition;
