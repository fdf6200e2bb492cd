import { formatDay, formatMoment, formatMoney } from './format.js';
import { ImportButton } from './import-file.js';
import { languageOfSummary, summaryOf } from './labels.js';
import { t } from './language.js';
import { UploadButton } from './upload.js';
import { valueText } from './values.js';

/**
 * The hand-made views of records. Each names its list in the document, its columns, and texts for the buttons that people use most. The
 * filters, the buttons and their forms follow from the document. `hasPages`: each record has a page, with the list of
 * its `part` if it has one. `pagesAt`: the records have their pages in another view. `listAt`: another view has their list. `create` names the operation
 * that makes a record where its path is not that of the list; `Create` stands in place of its form.
 */
export const VIEWS = [
  {
    at: 'todos-los-viajes',
    pagesAt: 'viajes',
    title: () => t('All trips', 'Todos los viajes'),
    list: 'listTrips',
    columns: ['cargoDescription', 'clientName', 'driverName', 'vehiclePlate', 'startDate', 'status'],
  },
  {
    at: 'rutas',
    hasPages: true,
    title: () => t('Routes', 'Rutas'),
    list: 'listRoutes',
    columns: ['name', 'clientName', 'stops', 'isActive'],
  },
  {
    at: 'puntos',
    hasPages: true,
    title: () => t('Places', 'Puntos de ruta'),
    list: 'listRoutePoints',
    columns: ['name', 'address', 'municipality', 'postalCode'],
  },
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
    at: 'todas-las-cajas',
    hasPages: true,
    title: () => t('All boxes', 'Todas las cajas'),
    list: 'listBoxes',
    columns: ['economicNumber', 'type', 'dailyRate', 'status'],
  },
  {
    at: 'reservaciones',
    listAt: 'cajas',
    hasPages: true,
    title: () => t('Reservations', 'Reservaciones'),
    list: 'listReservations',
    columns: ['startAt', 'expectedEndAt', 'dailyRate', 'totalAmount', 'status'],
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
    at: 'complementos-por-emitir',
    title: () => t('Payment receipts to issue', 'Complementos por emitir'),
    list: 'listDueReceipts',
    create: 'createReceipt',
    columns: ['clientName', 'collectionId', 'paidAt', 'amount', 'dueOn', 'daysLeft'],
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
  { title: () => t('Trips', 'Viajes'), views: ['viajes', 'todos-los-viajes', 'rutas', 'puntos'] },
  { title: () => t('Clients', 'Clientes'), views: ['clientes'] },
  { title: () => t('Fleet', 'Flota'), views: ['unidades', 'operadores'] },
  { title: () => t('Boxes', 'Cajas'), views: ['cajas', 'todas-las-cajas'] },
  { title: () => t('Payments', 'Pagos'), views: ['pagos', 'cobros', 'complementos-por-emitir'] },
  { title: () => t('Files', 'Archivos'), views: ['archivos'] },
  {
    title: () => t('Team', 'Empresa'),
    views: ['empresa', 'miembros', 'invitaciones', 'llaves', 'webhooks', 'importaciones'],
  },
];

/** The titles of the views in groups that do not follow from the document. */
const OWN_TITLES = {
  viajes: () => t('On the road', 'En camino'),
  cajas: () => t('Boxes for rent', 'Cajas en renta'),
  empresa: () => t('Company', 'Datos de la empresa'),
};

/** The title of a view in the links between the views of its group. */
export const titleOf = (at) => (VIEWS.find((one) => one.at === at)?.title ?? OWN_TITLES[at])();

const TEXTS = {
  createTrip: () => t('New trip', 'Nuevo viaje'),
  updateTrip: () => t('Edit', 'Editar'),
  updateTripStops: () => t('Change the stops', 'Cambiar las paradas'),
  correctTripStop: () => t('Correct a stop', 'Corregir una parada'),
  relayTrip: () => t('Relay', 'Relevar'),
  createTrackingLink: () => t('New tracking link', 'Nuevo enlace de seguimiento'),
  deleteTrackingLink: () => t('Withdraw a tracking link', 'Retirar un enlace de seguimiento'),
  deleteTrip: () => t('Delete', 'Borrar'),
  createRoute: () => t('New route', 'Nueva ruta'),
  updateRoute: () => t('Edit', 'Editar'),
  getRouteLine: () => t('Line', 'Línea'),
  setRouteLine: () => t('Set the line', 'Definir la línea'),
  deleteRoute: () => t('Delete', 'Borrar'),
  createRoutePoint: () => t('New place', 'Nuevo punto'),
  updateRoutePoint: () => t('Edit', 'Editar'),
  deleteRoutePoint: () => t('Delete', 'Borrar'),
  createBox: () => t('New box', 'Nueva caja'),
  updateBox: () => t('Edit', 'Editar'),
  updateBoxStatus: () => t('Change the status', 'Cambiar el estado'),
  deleteBox: () => t('Delete', 'Borrar'),
  createReservation: () => t('New reservation', 'Nueva reservación'),
  updateReservation: () => t('Edit', 'Editar'),
  closeReservation: () => t('End the rental', 'Cerrar la renta'),
  cancelReservation: () => t('Call off the rental', 'Cancelar la renta'),
  createInvoice: () => t('New invoice', 'Nueva factura'),
  editInvoice: () => t('Edit', 'Editar'),
  deleteInvoice: () => t('Delete the draft', 'Borrar el borrador'),
  emailInvoice: () => t('Send by e-mail', 'Enviar por correo'),
  substituteInvoice: () => t('Substitute', 'Sustituir'),
  createReceipt: () => t('New payment receipt', 'Nuevo complemento de pago'),
  createCreditNote: () => t('Credit note', 'Nota de crédito'),
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

/** The text of the button of an operation. An operation without one shows its summary. */
export const textOf = (operation) => TEXTS[operation.id]?.() ?? summaryOf(operation);
export const hasText = ({ id }) => id in TEXTS;
export const languageOfText = (operation) => (hasText(operation) ? undefined : languageOfSummary(operation));

const tripEnds = () =>
  t(
    'The trip ends and cannot be resumed. Its driver and its vehicle are free.',
    'El viaje termina y no se puede reanudar. Su operador y su unidad quedan libres.',
  );

/** What an irreversible operation takes away. For an operation without a text, the question shows the sentence of the document. */
const CONSEQUENCES = {
  cancelInvoice: () => t('The SAT cancels the invoice.', 'El SAT cancela la factura.'),
  changeMemberRole: () =>
    t(
      'The person owns the company, and you become an administrator. Only the new owner can give it back.',
      'La persona será titular de la empresa, y usted pasará a administración. Solo el nuevo titular puede devolverla.',
    ),
  changeDriverAccess: () =>
    t('The driver can no longer sign in to the app.', 'El operador ya no puede entrar a la app.'),
  cancelReservation: () => t('The rental ends without a charge.', 'La renta termina sin cobro.'),
  closeReservation: () => t('The rental ends, and its total is fixed.', 'La renta termina y se fija su total.'),
  deleteApiKey: () =>
    t('Requests with the key are refused at once.', 'Las solicitudes con la llave se rechazan de inmediato.'),
  deleteBox: () => t('The box disappears from the lists.', 'La caja desaparece de las listas.'),
  deleteClient: () => t('The client disappears from the lists.', 'El cliente desaparece de las listas.'),
  deleteInvoice: () => t('The draft is deleted for good.', 'El borrador se borra para siempre.'),
  deleteRoute: () => t('The route disappears from the lists.', 'La ruta desaparece de las listas.'),
  deleteRoutePoint: () => t('The place disappears from the lists.', 'El punto desaparece de las listas.'),
  deleteTrackingLink: () => t('The link stops working at once.', 'El enlace deja de servir de inmediato.'),
  deleteTrip: () => t('The trip and its draft are deleted for good.', 'El viaje y su borrador se borran para siempre.'),
  emailInvoice: () => t('The mail leaves at once.', 'El correo sale de inmediato.'),
  deleteFile: () => t('The file is deleted for good.', 'El archivo se borra para siempre.'),
  deleteOwnUser: () =>
    t('Your account and your personal data are deleted.', 'Se borran su cuenta y sus datos personales.'),
  deleteVehicle: () => t('The vehicle disappears from the lists.', 'La unidad desaparece de las listas.'),
  eraseDriver: () => t('The personal data of the driver is erased.', 'Se suprimen los datos personales del operador.'),
  removeMember: () => t('The person loses the access at once.', 'La persona pierde el acceso de inmediato.'),
  rotateJoinCode: () => t('The present code stops working at once.', 'El código actual deja de servir de inmediato.'),
  rotateWebhookSecret: () =>
    t(
      'The present secret ends with the overlap. The new one is shown once.',
      'El secreto actual termina con el traslape. El nuevo se muestra una sola vez.',
    ),
  stampInvoice: () =>
    t('The invoice becomes a tax document at the SAT.', 'La factura se vuelve un comprobante fiscal ante el SAT.'),
  updateDriver: () => t('The access to the app ends at once.', 'El acceso a la app termina de inmediato.'),
  updateOwnTripStatus: () => tripEnds(),
  updateTripStatus: () => tripEnds(),
  updateVehicleStatus: () => t('The vehicle leaves the fleet.', 'La unidad sale de la flota.'),
  voidCollection: () => t('Its money is taken from the invoices.', 'Su importe se quita de las facturas.'),
  voidPayment: () => t('Balances and reports no longer count it.', 'Los saldos y reportes dejan de contarlo.'),
  withdrawInvitation: () => t('The invitation can no longer be accepted.', 'La invitación ya no se puede aceptar.'),
};

export const consequenceOf = ({ id }) => CONSEQUENCES[id]?.();

/** Operations with a consequence that the service can take back later: the statuses BAJA and DISABLED are not final (docs/states.md). */
const UNDOABLE = ['changeDriverAccess', 'updateDriver', 'updateVehicleStatus'];
export const canBeUndone = ({ id }) => UNDOABLE.includes(id);

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

const MONEY = /^(?:amount|total|balance|unallocated|revenue|cost|salary|creditLimit|dailyRate|totalAmount)$/;

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

/** The views whose records an identifier of this name is of. */
const PAGES = {
  boxId: 'todas-las-cajas',
  clientId: 'clientes',
  collectionId: 'cobros',
  driverId: 'operadores',
  invoiceId: 'facturas',
  paymentId: 'pagos',
  receiptId: 'facturas',
  reservationId: 'reservaciones',
  routeId: 'rutas',
  routePointId: 'puntos',
  tripId: 'viajes',
  vehicleId: 'unidades',
};
export const pageOf = (name) => (Object.hasOwn(PAGES, name) ? PAGES[name] : undefined);

export const isNumeric = (name) => MONEY.test(name) || ['size', 'year', 'daysLeft'].includes(name);
