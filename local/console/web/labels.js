import { formatMoney, statusText } from './format.js';
import { language } from './language.js';

/** `creditLimit` as words: "Credit limit". */
const words = (name) => {
  const spaced = name
    .replace(/Ids?$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Spanish for the fields that the office meets most. A field without an entry is shown by the words of its name. */
const SPANISH = {
  acceptedAt: 'Aceptado',
  accepted: 'Aceptado',
  action: 'Acción',
  address: 'Domicilio',
  aforo: 'Aforo',
  allergies: 'Alergias',
  allocations: 'Aplicaciones',
  amount: 'Importe',
  aseguradora: 'Aseguradora',
  asOf: 'Al día',
  birthDate: 'Nacimiento',
  bloodType: 'Tipo de sangre',
  boxId: 'Caja',
  brand: 'Marca',
  bucket: 'Almacén',
  capacity: 'Capacidad',
  cargoDescription: 'Carga',
  cargoVolume: 'Volumen de carga',
  cargoWeight: 'Peso de carga',
  certifications: 'Certificaciones',
  cfdiUse: 'Uso de CFDI',
  city: 'Ciudad',
  clientId: 'Cliente',
  clientName: 'Cliente',
  code: 'Código',
  configVehicular: 'Configuración vehicular',
  contentType: 'Tipo de archivo',
  cost: 'Costo',
  country: 'País',
  createdAt: 'Creado',
  creditLimit: 'Límite de crédito',
  curp: 'CURP',
  currentPassword: 'Contraseña actual',
  dailyRate: 'Tarifa por día',
  description: 'Descripción',
  dueOn: 'Vence',
  driverId: 'Operador',
  driverName: 'Operador',
  economicNumber: 'Número económico',
  email: 'Correo',
  emergencyContact: 'Contacto de emergencia',
  endDate: 'Llegada',
  entityId: 'Registro',
  entityType: 'Tipo de registro',
  expectedEndAt: 'Fin previsto',
  expiresAt: 'Caduca',
  expiringBefore: 'Vence antes de',
  extNumber: 'Número exterior',
  fileId: 'Archivo',
  fileName: 'Nombre del archivo',
  folder: 'Carpeta',
  folio: 'Folio',
  from: 'Desde',
  fuelType: 'Combustible',
  id: 'Identificador',
  imageUrl: 'Imagen',
  insuranceExpiry: 'Vence el seguro',
  insuranceNumber: 'Póliza',
  intNumber: 'Número interior',
  invitedBy: 'Invitó',
  invoiceId: 'Factura',
  isActive: 'Activa',
  isBillable: 'Se cobra',
  items: 'Conceptos',
  joinedAt: 'Ingreso',
  key: 'Clave',
  lastMaintenance: 'Último mantenimiento',
  legalName: 'Nombre fiscal',
  length: 'Largo',
  licenseExpiry: 'Vence la licencia',
  licenseNumber: 'Licencia',
  limit: 'Por página',
  logo: 'Logotipo',
  medicalExpiry: 'Vence el examen médico',
  members: 'Miembros',
  method: 'Método',
  mileage: 'Kilometraje',
  model: 'Modelo',
  month: 'Mes',
  motive: 'Motivo',
  name: 'Nombre',
  nameRelated: 'Nombre comercial',
  neighborhood: 'Colonia',
  newPassword: 'Contraseña nueva',
  nextMaintenance: 'Próximo mantenimiento',
  notes: 'Notas',
  numPermisoSCT: 'Número de permiso SCT',
  online: 'En línea',
  ownerName: 'Propietario',
  ownerRfc: 'RFC del propietario',
  ownership: 'Propiedad',
  paidAt: 'Pagado',
  password: 'Contraseña',
  paymentForm: 'Forma de pago',
  paymentId: 'Pago',
  paymentMethod: 'Método de pago',
  paymentTerms: 'Días de crédito',
  permSCT: 'Permiso SCT',
  pesoBrutoVehicular: 'Peso bruto vehicular',
  phone: 'Teléfono',
  photoUrl: 'Foto',
  plate: 'Placa',
  price: 'Precio',
  q: 'Buscar',
  quantity: 'Cantidad',
  reason: 'Motivo',
  receiptStatus: 'Complemento de pago',
  reference: 'Referencia',
  registeredBy: 'Registró',
  registrationExpiry: 'Vence la tarjeta de circulación',
  revenue: 'Ingreso',
  rfc: 'RFC',
  role: 'Papel',
  routeId: 'Ruta',
  salary: 'Sueldo',
  series: 'Serie',
  size: 'Tamaño',
  sort: 'Orden',
  startAt: 'Inicio',
  startDate: 'Salida',
  state: 'Estado',
  status: 'Estado',
  street: 'Calle',
  taxRegime: 'Régimen fiscal',
  teamId: 'Empresa',
  timeZone: 'Zona horaria',
  to: 'Hasta',
  total: 'Total',
  tripId: 'Viaje',
  type: 'Tipo',
  unallocated: 'Sin aplicar',
  updatedAt: 'Cambiado',
  uploadedAt: 'Subido',
  uploadedBy: 'Subió',
  userId: 'Persona',
  username: 'Usuario',
  vehicleId: 'Unidad',
  vehiclePlate: 'Placa',
  vin: 'NIV',
  voidedAt: 'Anulado',
  year: 'Año',
  zipCode: 'Código postal',
};

/** The label of a field. */
export const labelOf = (name) => (language() === 'es' && SPANISH[name]) || words(name);

/** The language of a field's label: a name without a translation stays English. */
export const languageOf = (name) => (language() === 'es' && !SPANISH[name] ? 'en' : undefined);

/** The fields by which a person knows a record, the best first. */
const NAMES = [
  'name',
  'plate',
  'economicNumber',
  'fileName',
  'cargoDescription',
  'clientName',
  'title',
  'message',
  'email',
  'device',
  'reference',
  'startAt',
];
const BESIDE = ['folio', 'rfc', 'brand', 'vehiclePlate', 'amount', 'total', 'status'];
const SHOWN = { amount: formatMoney, total: formatMoney, status: statusText };

/** The name of a record alone, such as "Aceros del Bajío". */
export const shortNameOf = (record) => {
  const name = NAMES.find((one) => record[one]);
  return name && String(record[name]);
};

/** A record in a few words, such as "Aceros del Bajío · EKU9003173C9". */
export function nameOfRecord(record) {
  const name = NAMES.find((one) => record[one]);
  const isGiven = (value) => value !== undefined && value !== null && value !== '';
  const beside = BESIDE.filter((one) => one !== name && isGiven(record[one]));
  const texts = beside.slice(0, 2).map((one) => (SHOWN[one] ? SHOWN[one](record[one]) : String(record[one])));
  return [shortNameOf(record), ...texts].filter(Boolean).join(' · ');
}
