const NOT_NEAR_0 = 'is more than 0, as the contract requires, and not too small for the table';
const OF_THE_TYPE = 'fits the type of the document: I or T';
const OF_THE_TEAM = 'names a record of the team';

/**
 * The fields whose values may be refused although their schema accepts them, each with the reason that a schema cannot express the rule.
 * All other rules (bounds, patterns, required fields) are in the document.
 */
export const UNSAID_FIELDS: Readonly<Record<string, string>> = {
  cursor: 'is the cursor of the previous page, with the same filters',
  code: 'equals the mailed code, or the code that the app shows now',
  refreshToken: 'is in the body or in the cookie',
  key: 'is the key to which the bytes were uploaded',
  contentType: 'equals the value in the upload grant',
  teamId: 'needs an organization before a signing certificate',
  password: 'is none of the commonest, has letters, and holds neither the own name nor the own address',
  newPassword: 'as `password`',
  actualEndAt: 'is not before the start',
  rfc: 'equals the RFC of the signing certificate',
  legalName: 'is the name of the signing certificate, if there is one',
  currency: 'is MXN; an `exchange` means another one',
  cerFile: 'has at most 10 kB decoded: base 64 text of the maximum length can hold two bytes more',
  keyFile: 'as `cerFile`',
  tripId: 'is required when `clientId` is absent, and null counts as absent',
  timeZone: 'is a zone that Node supports',
  status: 'follows the table of states (docs/states.md)',
  from: 'is not after `to`',
  'stops[].order': 'occurs once',
  endDate: 'is not before the start',
  expectedEndAt: 'as `endDate`',
  asOf: 'is a day whose open receivables fit into one answer',
  to: 'is sent when the client has no address',
  share: 'leaves a note of at most the amount that is left of the invoice',
  substitution: 'is the VALID substitute of the invoice, and only with motive 01',
  'relations[].type': 'is 07, or a relation that the document has',
  'relations[].invoiceIds[]': OF_THE_TEAM,
  'allocations[].invoiceId': OF_THE_TEAM,
  relations: OF_THE_TYPE,
  fileId: 'belongs to no other file',
  bucket: 'equals the value in the upload grant',
  size: 'equals the size of the object',
  plate: 'has at least one letter or digit',
  economicNumber: 'as `plate`',
  items: 'have a total that an invoice can have',
  'items[].quantity': 'is sent, or `quantityDecimal` is',
  'items[].price': OF_THE_TYPE,
  'items[].taxRate': 'is 0 with taxObject 01, and absent on type T',
  'items[].withholdingRate': 'as `items[].taxRate`',
  'items[].isrWithholdingRate': 'as `items[].taxRate`',
  'items[].quantityDecimal': 'as `items[].quantity`',
  'items[].taxObject': OF_THE_TYPE,
  cartaPorte: OF_THE_TYPE,
  paymentForm: OF_THE_TYPE,
  paymentMethod: OF_THE_TYPE,
  cfdiUse: OF_THE_TYPE,
  conditions: OF_THE_TYPE,
  'cartaPorte.totalDistRec': NOT_NEAR_0,
  'cartaPorte.mercancias[].pesoKg': NOT_NEAR_0,
  'cartaPorte.mercancias[].guias[].pesoKg': NOT_NEAR_0,
  noCartaPorteReason: 'is not sent with a Carta Porte, nor for an invoice that keeps one',
  'cartaPorte.remolques': 'begins with subtipoRemolque and placaRemolque, if these are sent too',
  boxId: OF_THE_TEAM,
  'collectionIds[]': 'names collections of one client and one month',
  clientId: OF_THE_TEAM,
  driverId: `${OF_THE_TEAM}; a relay sends it or \`vehicleId\``,
  routeId: OF_THE_TEAM,
  vehicleId: OF_THE_TEAM,
  'stops[].routePointId': OF_THE_TEAM,
  q: 'has a letter or digit, and at most three words',
  sort: 'is not sent with `q`',
};

/** Rules that apply to many fields, each with the reason that a schema cannot express it. */
export const UNSAID_SENTENCES: Readonly<Record<string, string>> = {
  'Send 0: the number is too small to be stored.': 'two ranges with 0 between them',
  'Send an amount with at most two decimals.':
    'the schema has `multipleOf`, but validators treat binary fractions differently',
  'Send a number with at most six decimals.': 'as for two decimals',
  'Send a day that exists in the calendar.': 'a pattern cannot express leap years',
  'Send a date-time with its zone, such as 2026-03-01T08:30:00Z.': '`date-time` allows leap seconds, which we refuse',
  'Send an address that begins with https://, without blanks, user and password.':
    'the service parses the address as browsers do, and a pattern cannot express that',
  'Send an e-mail address, such as ana@empresa.mx.': '`email` allows quoted names and addresses in brackets',
};
