const NOT_NEAR_0 = 'is more than 0, as the interface says, and not nearer to it than the table keeps';
const OF_THE_TEAM = 'names a record of the team';

/**
 * The fields that may be refused though their schema allows them, and why no schema can say it. Whatever else a schema allows is taken: a
 * bound, a pattern or a field that is needed stands in the document.
 */
export const UNSAID_FIELDS: Readonly<Record<string, string>> = {
  cursor: 'is what the page before answered, for the same filters',
  code: 'is the one that was mailed, or that the app shows now',
  refreshToken: 'stands in the body or else in the cookie',
  key: 'is where the bytes were uploaded to',
  contentType: 'is what the upload was granted for',
  teamId: 'has an organization before it has a seal',
  password: 'has letters of both cases, a digit and a symbol: no fuzzer makes one by such a pattern',
  newPassword: 'as `password`',
  actualEndAt: 'does not lie before the start',
  rfc: 'is that of the seal',
  cerFile: 'has at most 10 kB decoded: base 64 of the most characters may hold two bytes more',
  keyFile: 'as `cerFile`',
  tripId: 'names what the invoice is for, or else `clientId` does, and null names nothing',
  timeZone: 'is one that the platform knows',
  status: 'follows the table of states (docs/states.md)',
  from: 'does not lie behind `to`',
  'stops[].order': 'is there once',
  endDate: 'does not lie before the start',
  expectedEndAt: 'as `endDate`',
  asOf: 'is a day whose open receivables fit into one answer',
  substitution: 'is a VALID invoice of the team, and goes with motive 01 alone',
  fileId: 'is that of no other file',
  bucket: 'is what the upload was granted for',
  size: 'is that of the object itself',
  plate: 'has a letter or digit beside its blanks and hyphens',
  economicNumber: 'as `plate`',
  items: 'come to a sum that an invoice can have',
  'cartaPorte.totalDistRec': NOT_NEAR_0,
  'cartaPorte.mercancias[].pesoKg': NOT_NEAR_0,
  boxId: OF_THE_TEAM,
  clientId: OF_THE_TEAM,
  driverId: OF_THE_TEAM,
  routeId: OF_THE_TEAM,
  vehicleId: OF_THE_TEAM,
  'stops[].routePointId': OF_THE_TEAM,
};

/** Sentences of rules that stand at many fields, and why no schema can say them as we mean them. */
export const UNSAID_SENTENCES: Readonly<Record<string, string>> = {
  'Send 0: the number is too small to be stored.': 'two ranges with 0 between them',
  'Send an amount with at most two decimals.':
    '`multipleOf` is said, and of binary fractions each validator makes something else',
  'Send a number with at most six decimals.': 'as of the two decimals',
  'Send a day that exists in the calendar.': 'a pattern knows no leap years',
  'Send a date-time with its zone, such as 2026-03-01T08:30:00Z.': 'of `date-time` we take no leap second',
  'Send an e-mail address, such as ana@empresa.mx.': '`email` allows quoted names and addresses in brackets',
};
