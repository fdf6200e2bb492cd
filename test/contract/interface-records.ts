/**
 * The records of the contract, transcribed by hand: one field a line, as `name type`. `name?` is optional. A type is a JSON type, a text
 * format, or the values of a text; `|null` means nullable. Bounds use the words of JSON Schema. Fields under `added` are not in the
 * interface but follow from a rule of the contract. `externalId` is added everywhere (docs/decisions/0085).
 */

/** The address of a team. */
export const TEAM_ADDRESS = `
  street string maxLength=300
  exteriorNumber string maxLength=50
  interiorNumber? string maxLength=50
  neighborhood string maxLength=100
  city string maxLength=100
  state string maxLength=100
  country string maxLength=100
  postalCode string maxLength=10`;

/** Added: it rises by one with every write of the record. */
export const VERSION = 'version integer';

/** A team in the answer of POST /teams. */
export const NEW_TEAM = `
  teamId uuid
  name string minLength=3 maxLength=100
  logo? string
  status ACTIVE
  ownerId uuid
  address {${TEAM_ADDRESS}
  }
  createdAt date-time`;

/** No field of the address is required. The answer contains the defaults. */
export const DRIVER = `
  id uuid
  teamId uuid
  name string
  phone string|null
  photoUrl string|null
  status DISPONIBLE,EN_VIAJE,NO_DISPONIBLE,VACACIONES,BAJA
  licenseNumber string|null
  licenseExpiry string|null
  curp string|null maxLength=18
  rfc string|null maxLength=13
  birthDate string|null
  medicalExpiry string|null
  bloodType string|null
  emergencyContact string|null
  certifications [
    string
  ]
  salary? number
  address? {
    street? string maxLength=300
    extNumber? string maxLength=50
    intNumber? string maxLength=50
    neighborhood? string maxLength=100
    city? string maxLength=100
    state? string maxLength=100
    country string maxLength=100
    zipCode? string maxLength=10
  }
  externalId? string
  createdAt date-time
  username string|null
  appAccessStatus NONE,INVITED,ACTIVE,DISABLED
  allergies string|null
  ${VERSION}`;

/** Added: the values of a vehicle that a Carta Porte takes from its record, and the key of another system. */
export const VEHICLE_ADDED = `
  configVehicular? string maxLength=20
  permSCT? string maxLength=20
  numPermisoSCT? string maxLength=100
  aseguradora? string maxLength=100
  pesoBrutoVehicular? number minimum=0
  aseguraMedAmbiente? string maxLength=100
  polizaMedAmbiente? string maxLength=100
  ownerName? string maxLength=300
  ownerRfc? string maxLength=20
  ownership? PROPIO,ARRENDADO
  externalId? string`;

/** The plate is required, because a vehicle is created with one. */
export const VEHICLE = `
  id uuid
  teamId uuid
  plate string
  brand? string
  model? string
  vin? string
  type? string
  imageUrl? string
  capacity? string
  fuelType? string
  year? integer
  status DISPONIBLE,EN_VIAJE,MANTENIMIENTO,FUERA_DE_SERVICIO,BAJA
  insuranceNumber? string
  insuranceExpiry? string
  registrationExpiry? string
  lastMaintenance? string
  nextMaintenance? string
  mileage? integer
  notes? string
  createdAt date-time
  ${VERSION}
${VEHICLE_ADDED}`;

export const TRIP_STATUS = 'NO_INICIADO,EN_PROCESO,COMPLETADO,CANCELADO';

/** Added: actualStartDate, the instant at which the trip started. */
export const TRIP = `
  id uuid
  teamId uuid
  status ${TRIP_STATUS}
  routeId? uuid
  routeName? string
  clientId? uuid
  clientName? string
  driverId? uuid
  driverName? string
  driverPhone? string
  vehicleId? uuid
  vehiclePlate? string
  startDate date-time
  endDate? date-time
  actualEndDate? date-time
  cargoDescription? string
  cargoWeight? number
  cargoVolume? number
  cost? number
  revenue? number
  notes? string
  specialInstructions? string
  ownGoods? boolean
  cancelledAt? date-time
  cancelledBy? string
  externalId? string
  createdAt date-time
  actualStartDate? date-time
  ${VERSION}`;

/** A client without the fields that the system sets. `legalName` was added. `country` is passed, because only an answer always has it. */
export const clientFields = (country: string): string => `
  legalName? string maxLength=300
  nameRelated? string
  description? string
  rfc? string
  phone? string
  email? email
  cfdiUse? string
  taxRegime? string
  zipCode? string
  notes? string
  address? {
    street? string
    extNumber? string
    intNumber? string
    neighborhood? string
    city? string
    state? string
    ${country}
    zipCode? string
  }
  externalId? string
  creditLimit? integer
  paymentTerms? integer`;

export const ROUTE = `
  id uuid
  teamId uuid
  name string minLength=1 maxLength=100
  description string|null maxLength=1000
  clientId uuid|null
  clientName string|null
  stops [ minItems=1 maxItems=50
    order integer
    routePointId uuid
    routePointName string|null
    address string|null
    estimatedArrival string|null
    estimatedDuration? integer maximum=1440
    notes string|null maxLength=500
    contactName? string
    contactPhone? string
    windowMinutes? integer
    requires? array
    requires[] PHOTO,SIGNATURE,DOCUMENT
  ]
  totalDistance number|null
  estimatedDuration integer|null
  isActive boolean
  externalId? string
  createdAt date-time
  hasLine? boolean`;

export const PAYMENT = `
  id uuid
  externalId? string
  paymentId uuid
  teamId uuid
  tripId? uuid
  clientId? uuid
  clientName? string
  amount number
  paidAt date-time
  method? EFECTIVO,TRANSFERENCIA,CHEQUE,DEPOSITO,TARJETA_CREDITO,TARJETA_DEBITO,OTRO
  paymentForm? string
  reference? string
  notes? string
  collectionId? uuid
  allocations? [
    invoiceId uuid
    uuid? uuid
    amount number
    receiptId? uuid
  ]
  receiptStatus? NONE,DUE,DRAFT,PENDING,VALID,LATE
  creditKind? CREDIT_NOTE
  registeredBy uuid
  createdAt date-time
  updatedAt date-time`;

export const FILE = `
  fileId uuid
  teamId uuid
  entityType string
  entityId uuid
  key string
  bucket assets,documents
  fileName string
  contentType string
  size integer
  uploadedBy uuid
  uploadedAt date-time
  url string`;

export const USER_PROFILE = `
  id uuid
  email email
  name? string
  middleName? string
  fatherLastName? string
  motherLastName? string
  phone? string
  preferredName? string
  position? string
  photoUrl? string
  createdAt date-time
  updatedAt date-time`;
