import { statusText } from './format.js';
import { t } from './language.js';

/** Values of records in both languages, except the statuses that have a colour. */
const VALUES = {
  ACTIVE: ['Active', 'Activo'],
  ACTIVO: ['Active', 'Activo'],
  ADMIN: ['Administrator', 'Administración'],
  ARRENDADO: ['Leased', 'Arrendado'],
  BAJA: ['Out of the fleet', 'Baja'],
  BOX: ['Box', 'Caja'],
  CHEQUE: ['Cheque', 'Cheque'],
  CLIENT: ['Client', 'Cliente'],
  DEPOSITO: ['Deposit', 'Depósito'],
  DISABLED: ['Disabled', 'Desactivado'],
  DRIVER: ['Driver', 'Operador'],
  DUE: ['Due', 'Por emitir'],
  EFECTIVO: ['Cash', 'Efectivo'],
  EN_VIAJE: ['On a trip', 'En viaje'],
  FUERA_DE_SERVICIO: ['Out of service', 'Fuera de servicio'],
  INACTIVO: ['Inactive', 'Inactivo'],
  INVITED: ['Invited', 'Invitado'],
  INVOICE: ['Invoice', 'Factura'],
  LATE: ['Late', 'Atrasado'],
  MEMBER: ['Office', 'Oficina'],
  NONE: ['None', 'Ninguno'],
  NO_DISPONIBLE: ['Not available', 'No disponible'],
  OTRO: ['Other', 'Otro'],
  OWNER: ['Owner', 'Titular'],
  PROPIO: ['Own', 'Propio'],
  ROUTE: ['Route', 'Ruta'],
  TARJETA_CREDITO: ['Credit card', 'Tarjeta de crédito'],
  TARJETA_DEBITO: ['Debit card', 'Tarjeta de débito'],
  TEAM: ['Company', 'Empresa'],
  TRANSFERENCIA: ['Transfer', 'Transferencia'],
  TRIP: ['Trip', 'Viaje'],
  USER: ['Person', 'Persona'],
  VACACIONES: ['On holiday', 'Vacaciones'],
  VEHICLE: ['Vehicle', 'Unidad'],
  client: ['Client', 'Cliente'],
  driver: ['Driver', 'Operador'],
  team: ['Company', 'Empresa'],
  vehicle: ['Vehicle', 'Unidad'],
};

/** The label of a value. A value without a label is shown as the API has it. */
export const valueText = (value) => (Object.hasOwn(VALUES, value) ? t(...VALUES[value]) : statusText(value));
