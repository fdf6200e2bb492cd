import { formatDay, formatMoment, formatMoney } from './format.js';
import { ImportButton } from './import-file.js';
import { t } from './language.js';
import { UploadButton } from './upload.js';
import { valueText } from './values.js';

/**
 * The hand-made views of records. Each names its list in the document, its columns, and texts for the buttons that people use most. The
 * filters, the buttons and their forms follow from the document. `hasPages`: each record has a page, with the list of
 * its `part` if it has one. `Create` stands in place of the form that makes a record.
 */
export const VIEWS = [
  {
    at: 'clientes',
    hasPages: true,
    title: () => t('Clients', 'Clientes'),
    list: 'listClients',
    columns: ['name', 'rfc', 'phone', 'email', 'status'],
  },
  {
    at: 'unidades',
    hasPages: true,
    title: () => t('Vehicles', 'Unidades'),
    list: 'listVehicles',
    columns: ['plate', 'type', 'brand', 'model', 'year', 'status'],
  },
  {
    at: 'operadores',
    hasPages: true,
    title: () => t('Drivers', 'Operadores'),
    list: 'listDrivers',
    columns: ['name', 'phone', 'licenseNumber', 'licenseExpiry', 'appAccessStatus', 'status'],
  },
  {
    at: 'pagos',
    hasPages: true,
    title: () => t('Payments', 'Pagos'),
    list: 'listPayments',
    columns: ['clientName', 'amount', 'paidAt', 'method', 'receiptStatus'],
  },
  {
    at: 'cobros',
    hasPages: true,
    title: () => t('Collections', 'Cobros'),
    list: 'listCollections',
    columns: ['clientName', 'amount', 'paidAt', 'method', 'unallocated'],
  },
  {
    at: 'archivos',
    title: () => t('Files', 'Archivos'),
    list: 'listFiles',
    Create: UploadButton,
    columns: ['fileName', 'entityType', 'size', 'uploadedAt', 'url'],
  },
  {
    at: 'miembros',
    title: () => t('Members', 'Miembros'),
    list: 'listMembers',
    columns: ['name', 'email', 'role', 'joinedAt'],
  },
  {
    at: 'invitaciones',
    title: () => t('Invitations', 'Invitaciones'),
    list: 'listInvitations',
    columns: ['email', 'createdAt', 'expiresAt'],
  },
  {
    at: 'llaves',
    title: () => t('API keys', 'Llaves de API'),
    list: 'listApiKeys',
    columns: ['name', 'prefix', 'scopes', 'role', 'status', 'lastUsedOn', 'expiresAt'],
  },
  {
    at: 'webhooks',
    hasPages: true,
    title: () => t('Webhooks', 'Webhooks'),
    list: 'listWebhookEndpoints',
    columns: ['url', 'types', 'status', 'failingSince', 'createdAt'],
    part: {
      title: () => t('Deliveries', 'Entregas'),
      list: 'listWebhookDeliveries',
      columns: ['type', 'state', 'attempts', 'statusCode', 'failure', 'lastAttemptAt'],
    },
  },
  {
    at: 'importaciones',
    hasPages: true,
    title: () => t('Imports', 'Importaciones'),
    list: 'listImports',
    Create: ImportButton,
    columns: ['kind', 'status', 'dryRun', 'rows', 'created', 'updated', 'failed', 'createdAt'],
  },
];

/** Views that stand together under one entry of the navigation. */
export const GROUPS = [
  { title: () => t('Clients', 'Clientes'), views: ['clientes'] },
  { title: () => t('Fleet', 'Flota'), views: ['unidades', 'operadores'] },
  { title: () => t('Payments', 'Pagos'), views: ['pagos', 'cobros'] },
  { title: () => t('Files', 'Archivos'), views: ['archivos'] },
  {
    title: () => t('Team', 'Empresa'),
    views: ['empresa', 'miembros', 'invitaciones', 'llaves', 'webhooks', 'importaciones'],
  },
];

const TEXTS = {
  createClient: () => t('New client', 'Nuevo cliente'),
  updateClient: () => t('Edit', 'Editar'),
  deleteClient: () => t('Delete', 'Borrar'),
  readStatement: () => t('Statement of account', 'Estado de cuenta'),
  createVehicle: () => t('New vehicle', 'Nueva unidad'),
  updateVehicle: () => t('Edit', 'Editar'),
  updateVehicleStatus: () => t('Change the status', 'Cambiar el estado'),
  deleteVehicle: () => t('Delete', 'Borrar'),
  createDriver: () => t('New driver', 'Nuevo operador'),
  updateDriver: () => t('Edit', 'Editar'),
  changeDriverAccess: () => t('Access to the app', 'Acceso a la app'),
  getDriverEmergency: () => t('Emergency data', 'Datos de emergencia'),
  getDriverHours: () => t('Working time', 'Horas de trabajo'),
  correctDriverHours: () => t('Correct the working time', 'Corregir las horas de trabajo'),
  eraseDriver: () => t('Erase the personal data', 'Suprimir sus datos personales'),
  exportDriver: () => t('Export', 'Exportar'),
  createPayment: () => t('New payment', 'Nuevo pago'),
  voidPayment: () => t('Void', 'Anular'),
  createCollection: () => t('New collection', 'Nuevo cobro'),
  voidCollection: () => t('Void', 'Anular'),
  replaceAllocations: () => t('Allocate anew', 'Volver a aplicar'),
  registerFile: () => t('Register a file', 'Registrar un archivo'),
  deleteFile: () => t('Delete', 'Borrar'),
  changeMemberRole: () => t('Change the role', 'Cambiar el papel'),
  removeMember: () => t('Remove', 'Quitar'),
  endMemberSessions: () => t('End the sessions', 'Cerrar sus sesiones'),
  createInvitations: () => t('Invite', 'Invitar'),
  withdrawInvitation: () => t('Withdraw', 'Retirar'),
  updateTeam: () => t('Edit', 'Editar'),
  acceptMembership: () => t('Accept the membership', 'Aceptar la membresía'),
  rotateJoinCode: () => t('Change the join code', 'Cambiar el código de ingreso'),
  getPolicies: () => t('Policies', 'Políticas'),
  changePolicies: () => t('Change the policies', 'Cambiar las políticas'),
  getRoadPolicy: () => t('Road policy', 'Política de ruta'),
  changeRoadPolicy: () => t('Change the road policy', 'Cambiar la política de ruta'),
  getOrganization: () => t('Stamping account', 'Cuenta de timbrado'),
  cancelInvoice: () => t('Cancel at the SAT', 'Cancelar ante el SAT'),
  createApiKey: () => t('New API key', 'Nueva llave de API'),
  deleteApiKey: () => t('Revoke', 'Revocar'),
  createWebhookEndpoint: () => t('New webhook', 'Nuevo webhook'),
  updateWebhookEndpoint: () => t('Edit', 'Editar'),
  deleteWebhookEndpoint: () => t('Delete', 'Borrar'),
  rotateWebhookSecret: () => t('Change the secret', 'Cambiar el secreto'),
  testWebhookEndpoint: () => t('Send a test', 'Enviar una prueba'),
  redeliverWebhookEvent: () => t('Send again', 'Reenviar'),
  redeliverWebhookEvents: () => t('Send all since an instant', 'Reenviar todo desde un momento'),
  createImport: () => t('New import', 'Nueva importación'),
};

/** The text of the button of an operation. An operation without one shows its summary from the document. */
export const textOf = ({ id, summary }) => TEXTS[id]?.() ?? summary;
export const hasText = ({ id }) => id in TEXTS;
export const languageOfText = ({ id }) => (TEXTS[id] ? undefined : 'en');

/** What an irreversible operation takes away. For an operation without a text, the question shows the sentence of the document. */
const CONSEQUENCES = {
  cancelInvoice: () => t('The SAT cancels the invoice.', 'El SAT cancela la factura.'),
  changeDriverAccess: () =>
    t('The driver can no longer sign in to the app.', 'El operador ya no puede entrar a la app.'),
  deleteClient: () => t('The client disappears from the lists.', 'El cliente desaparece de las listas.'),
  deleteFile: () => t('The file is deleted for good.', 'El archivo se borra para siempre.'),
  deleteVehicle: () => t('The vehicle disappears from the lists.', 'La unidad desaparece de las listas.'),
  eraseDriver: () => t('The personal data of the driver is erased.', 'Se suprimen los datos personales del operador.'),
  removeMember: () => t('The person loses the access at once.', 'La persona pierde el acceso de inmediato.'),
  rotateJoinCode: () => t('The present code stops working at once.', 'El código actual deja de servir de inmediato.'),
  updateDriver: () => t('The access to the app ends at once.', 'El acceso a la app termina de inmediato.'),
  updateVehicleStatus: () => t('The vehicle leaves the fleet.', 'La unidad sale de la flota.'),
  voidCollection: () => t('Its money is taken from the invoices.', 'Su importe se quita de las facturas.'),
  voidPayment: () => t('Balances and reports no longer count it.', 'Los saldos y reportes dejan de contarlo.'),
  withdrawInvitation: () => t('The invitation can no longer be accepted.', 'La invitación ya no se puede aceptar.'),
};

export const consequenceOf = ({ id }) => CONSEQUENCES[id]?.();

/** Operations whose answer the person must see, because it is shown once. */
export const KEEPS_ANSWER = [
  'changeDriverAccess',
  'createInvitations',
  'rotateJoinCode',
  'exportDriver',
  'createApiKey',
  'createWebhookEndpoint',
  'rotateWebhookSecret',
];

const MONEY = /^(?:amount|total|balance|unallocated|revenue|cost|salary|creditLimit|dailyRate)$/;

/** A value of a record as a table shows it. */
export function shownValue(name, value) {
  if (value === undefined || value === null || value === '') return '—';
  if (typeof value === 'boolean') return value ? t('Yes', 'Sí') : t('No', 'No');
  if (MONEY.test(name)) return formatMoney(value);
  if (typeof value !== 'string') return Array.isArray(value) ? String(value.length) : String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatMoment(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  return valueText(value);
}

export const isNumeric = (name) => MONEY.test(name) || name === 'size' || name === 'year';
