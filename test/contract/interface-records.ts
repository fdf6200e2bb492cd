/**
 * The records of the interface (docs/spec/interface.md §2), transcribed by hand: a field a line, as `name type`. `name?` may be left out. A type is
 * JSON's, or a text's format, or the values of a text; `|null` is nullable. Bounds are JSON Schema's words. What stands under `added` is in
 * the answer by docs/spec/rulings.md, with the place.
 */

/** §2.2.1, bounds of §8 too. */
export const TEAM_ADDRESS = `
  street string maxLength=300
  exteriorNumber string maxLength=50
  interiorNumber? string maxLength=50
  neighborhood string maxLength=100
  city string maxLength=100
  state string maxLength=100
  country string maxLength=100
  postalCode string maxLength=10`;

/** §2.2, as POST /teams answers it (§4.11). */
export const NEW_TEAM = `
  teamId uuid
  name string minLength=3 maxLength=100
  logo? string
  status ACTIVE
  ownerId uuid
  address {${TEAM_ADDRESS}
  }
  createdAt date-time`;

/** §2.3. Address without required fields; the defaults of an answer are there. */
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
  createdAt date-time
  username string|null
  appAccessStatus NONE,INVITED,ACTIVE,DISABLED
  allergies string|null`;

/** §2.4; the plate is there because a vehicle is made with one, its values of status are in docs/spec/rulings.md §2. */
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
  createdAt date-time`;

export const TRIP_STATUS = 'NO_INICIADO,EN_PROCESO,COMPLETADO,CANCELADO';

/** §2.5. Added: actualStartDate, the start time (docs/spec/rulings.md §2). */
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
  cancelledAt? date-time
  cancelledBy? string
  createdAt date-time
  actualStartDate? date-time`;

/** §2.6 less what the system keeps; an address with `country` is one that was answered. */
export const clientFields = (country: string): string => `
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
  creditLimit? integer
  paymentTerms? integer`;

/** §2.7 */
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
  ]
  totalDistance number|null
  estimatedDuration integer|null
  isActive boolean
  createdAt date-time`;

/** §2.8; the values of method are in docs/spec/rulings.md §2. */
export const PAYMENT = `
  id uuid
  paymentId uuid
  teamId uuid
  tripId uuid
  clientId? uuid
  clientName? string
  amount number
  paidAt date-time
  method? EFECTIVO,TRANSFERENCIA,CHEQUE,DEPOSITO,TARJETA_CREDITO,TARJETA_DEBITO,OTRO
  reference? string
  notes? string
  registeredBy uuid
  createdAt date-time
  updatedAt date-time`;

/** §2.10 */
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

/** §2.1 */
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
