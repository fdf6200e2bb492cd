import { INVOICE, INVOICE_STATUS, TRIP_OF_INVOICE } from './interface-invoice';
import {
  clientFields,
  DRIVER,
  FILE,
  NEW_TEAM,
  PAYMENT,
  ROUTE,
  TEAM_ADDRESS,
  TRIP,
  TRIP_STATUS,
  USER_PROFILE,
  VEHICLE,
  VEHICLE_ADDED,
  VERSION,
} from './interface-records';

/** The request and the answer of an operation in the contract, in the notation of interface-records.ts. */
interface Fields {
  readonly query?: string;
  readonly body?: string;
  readonly answer: string;
}

const SESSION = `
  message string
  tokens {
    idToken string
    accessToken string
    refreshToken string
    expiresIn integer
  }
  user {
    id uuid
    email email
  }`;

const TYPES = [
  'image/jpeg,image/png,image/webp,image/gif,image/heic,application/pdf,application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,application/xml,text/xml,text/plain',
].join();
const FOLDERS = [
  'teams,drivers,vehicles,clients,users,drivers-profile,drivers-files,vehicles-profile,vehicles-files,clients-files',
  // integrations 5 adds the last one.
  'user-profiles,teams-files,imports,trips',
].join();
const CLIENT_STATUS = 'ACTIVO,INACTIVO';
const BOX_STATUS = 'DISPONIBLE,RENTADA,MANTENIMIENTO,INACTIVA';
const inBraces = (name: string, fields: string): string => `${name} {\n${fields}\n}`;
/** Null was added: it clears an optional field of a record. */
const clearable = (fields: string): string => fields.replace(/\? (\S+)/g, '? $1|null');
const listed = (name: string, fields: string): string => `${name} [\n${fields}\n]`;

export const FIELDS: Readonly<Record<string, Fields>> = {
  'POST /auth/mfa/respond': {
    body: 'session string\n username email\n code string pattern=^\\d{6}$',
    answer: SESSION,
  },
  // `code` is not in the contract: it was added, and is optional.
  'POST /auth/mfa/recover': { body: 'email email\n password string\n code? string', answer: SESSION },
  // `size` is not in the contract: it was added, and is optional.
  // The accepted content types depend on the folder, and so does the bucket. The contract therefore states no single default.
  'POST /dms/upload-url': {
    body: `teamId uuid\n folder ${FOLDERS}\n entityId? uuid\n fileName string\n contentType ${TYPES}\n bucket? assets,documents
      size? integer`,
    answer: 'uploadUrl string\n key string\n publicUrl string',
  },
  'POST /dms/files': {
    body: `teamId uuid\n entityType string\n entityId uuid\n fileId uuid\n key string\n bucket? assets,documents\n fileName string
      contentType ${TYPES}\n size? integer`,
    answer: inBraces('file', FILE),
  },
  'GET /drivers/me': { answer: inBraces('driver', DRIVER) },
  // Null clears a nullable field.
  'PATCH /drivers/me': {
    body: `phone? string|null maxLength=20\n emergencyContact? string|null maxLength=100\n bloodType? string|null maxLength=10
      allergies? string|null maxLength=1000`,
    answer: `message string\n${inBraces('driver', DRIVER)}`,
  },
  'GET /teams/{teamId}/drivers/available': { answer: listed('drivers', DRIVER) },
  'POST /trips/{tripId}/start': {
    body: 'lat? number\n lng? number',
    answer: `message string\n tripId uuid\n previousStatus ${TRIP_STATUS}\n newStatus ${TRIP_STATUS}\n ${VERSION}`,
  },
  'POST /trips/{tripId}/location-ping': {
    body: `lat number minimum=-90 maximum=90\n lng number minimum=-180 maximum=180\n speedKmh? number minimum=0
      heading? number minimum=0 maximum=360\n timestamp? date-time`,
    answer: 'message string\n tripId uuid',
  },
  'PUT /teams/{teamId}/trips/{tripId}/status': {
    body: `status ${TRIP_STATUS}\n coordsLat? number\n coordsLng? number`,
    answer: TRIP,
  },
  'POST /teams': {
    body: `name string minLength=3 maxLength=100\n${inBraces('address', TEAM_ADDRESS)}\n${'invites? [ maxItems=97 default=[]\n string\n]'}`,
    answer: `${inBraces('team', NEW_TEAM)}\n${listed('invitations', 'email string\n status added,invited,invalid\n message string')}`,
  },
  // The time zone and the roles come from the rules for teams.
  'GET /teams/{teamId}': {
    answer: inBraces(
      'team',
      `${NEW_TEAM}\n joinCode string\n updatedAt date-time\n userRole MEMBER,ADMIN,OWNER\n timeZone string`,
    ),
  },
  'PUT /users/me': { body: `name? string\n${clearable('phone? string\n photoUrl? string')}`, answer: USER_PROFILE },
  'PUT /teams/{teamId}/vehicles/{vehicleId}': {
    body: `plate? string\n${clearable(`brand? string\n model? string\n vin? string\n type? string\n imageUrl? string\n capacity? string
      fuelType? string\n insuranceNumber? string\n insuranceExpiry? string\n registrationExpiry? string\n lastMaintenance? string
      nextMaintenance? string\n notes? string\n year? integer\n mileage? integer\n${VEHICLE_ADDED}`)}`,
    answer: VEHICLE,
  },
  // The operation checks that the client exists (docs/decisions/0015).
  'POST /clients': {
    body: `teamId uuid\n name string\n${clientFields('country? string default="Mexico"')}
      status? ${CLIENT_STATUS} default="ACTIVO"\n clientId? uuid`,
    answer: `id uuid\n teamId uuid\n name string\n${clientFields('country string')}\n status ${CLIENT_STATUS}\n createdAt date-time\n ${VERSION}`,
  },
  // Distance, duration and isActive come from the record, because no other operation could set them at creation.
  'POST /routes': {
    body: `teamId uuid\n name string minLength=1 maxLength=100\n description? string|null maxLength=1000 default=null
      clientId? uuid|null default=null
      stops [ minItems=1 maxItems=50
        order integer
        routePointId uuid
        routePointName? string|null default=null
        address? string|null default=null
        estimatedArrival? string|null default=null
        estimatedDuration? integer maximum=1440
        notes? string|null maxLength=500 default=null
        contactName? string
        contactPhone? string
        windowMinutes? integer
        requires? array
        requires[] PHOTO,SIGNATURE,DOCUMENT
      ]
      totalDistance? number|null default=null\n estimatedDuration? integer|null default=null\n isActive? boolean default=true
 externalId? string`,
    answer: ROUTE,
  },
  'GET /teams/{teamId}/payments': {
    query: 'clientId? uuid\n externalId? string\n from? string\n to? string',
    answer: `${listed('payments', PAYMENT)}\n count integer`,
  },
  'GET /invoices': {
    query: `teamId uuid\n page? integer default=1\n limit? integer default=10 maximum=50\n status? ${INVOICE_STATUS}\n tripId? uuid
      clientId? uuid
 externalId? string
 uuid? uuid
 q? string
 type? I,E,T,P,ALL default="I"`,
    answer: `${listed('invoices', INVOICE)}\n${inBraces('pagination', 'total integer\n page integer\n limit integer\n hasMore boolean\n isPartial? boolean')}`,
  },
  'GET /invoices/{id}': { query: 'teamId uuid', answer: `${INVOICE}${TRIP_OF_INVOICE}` },
  'POST /invoices/certificate': {
    body: 'teamId uuid\n cerFile string\n keyFile string\n password string',
    answer: 'message string\n csdUploaded boolean',
  },
  // Without a draft the answer has no invoiceId.
  'PATCH /teams/{teamId}/box-reservations/{reservationId}/close': {
    body: 'actualEndAt? date-time',
    answer: 'message string\n reservationId uuid\n billedDays integer\n totalAmount number\n invoiceId? string',
  },
  'PUT /teams/{teamId}/boxes/{boxId}/status': {
    body: `status ${BOX_STATUS}`,
    answer: `message string\n boxId uuid\n previousStatus ${BOX_STATUS}\n newStatus ${BOX_STATUS}`,
  },
};
