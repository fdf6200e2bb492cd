import { call } from './api.js';
import { t } from './language.js';
import { change, storedOf } from './sessions.js';
import { instantOf, zoned } from './zone.js';

const DAY_MS = 86_400_000;

/** Tomorrow at eight in the company's zone, as the value of a field. */
const tomorrowAtEight = () => `${zoned(Date.now() + DAY_MS).slice(0, 10)}T08:00`;

const choices = (records = [], textOf) => records.map((record) => ({ value: record.id, text: textOf(record) }));

/** Reads the person's teams into the session. The team of the console stays; without one it is the first. */
export async function readTeam(session) {
  const { teams } = await call(session, 'GET /teams');
  // The person may have chosen another team meanwhile.
  const chosen = storedOf(session.id)?.team?.teamId;
  const present = teams.find(({ teamId }) => teamId === chosen);
  if (teams.length > 0) change(session.id, { team: present ?? teams[0], teams });
}

const teamForm = (session) => ({
  route: 'POST /teams',
  fields: [
    { name: 'name', label: t('Company', 'Empresa'), minlength: 3, maxlength: 100, autocomplete: 'organization' },
    { name: 'address.street', label: t('Street', 'Calle') },
    { name: 'address.exteriorNumber', label: t('Number', 'Número') },
    { name: 'address.neighborhood', label: t('Neighbourhood', 'Colonia') },
    { name: 'address.city', label: t('City', 'Ciudad') },
    { name: 'address.state', label: t('State', 'Estado') },
    { name: 'address.postalCode', label: t('Postcode', 'Código postal'), pattern: '[0-9]{5}', inputmode: 'numeric' },
  ],
  bodyOf: ({ name, ...rest }) => {
    const parts = Object.entries(rest).map(([path, value]) => [path.replace('address.', ''), value]);
    return { name, address: { ...Object.fromEntries(parts), country: 'México' } };
  },
  after: () => readTeam(session),
});

const vehicleForm = (teamId) => ({
  route: `POST /teams/${teamId}/vehicles`,
  needsAdmin: true,
  fields: [
    { name: 'plate', label: t('Plate', 'Placa'), maxlength: 20, autocapitalize: 'characters' },
    { name: 'brand', label: t('Make', 'Marca'), isOptional: true },
    { name: 'model', label: t('Model', 'Modelo'), isOptional: true },
    { name: 'year', label: t('Year', 'Año'), isOptional: true, inputmode: 'numeric', pattern: '[0-9]{4}' },
  ],
  bodyOf: ({ year, ...rest }) => ({ ...rest, ...(year && { year: Number(year) }) }),
});

const driverForm = (teamId) => ({
  route: `POST /teams/${teamId}/drivers`,
  needsAdmin: true,
  fields: [
    { name: 'name', label: t('Full name', 'Nombre completo') },
    { name: 'phone', label: t('Telephone', 'Teléfono'), type: 'tel', maxlength: 20, isOptional: true },
    { name: 'licenseNumber', label: t('Federal licence', 'Licencia federal'), isOptional: true },
  ],
  bodyOf: (values) => values,
});

const clientForm = (teamId) => ({
  route: 'POST /clients',
  fields: [
    { name: 'name', label: t('Name of the client', 'Nombre del cliente') },
    { name: 'rfc', label: 'RFC', maxlength: 13, isOptional: true },
  ],
  bodyOf: (values) => ({ teamId, ...values }),
});

const tripForm = (teamId, { vehicles, drivers, clients }) => ({
  route: `POST /teams/${teamId}/trips`,
  fields: [
    { name: 'cargoDescription', label: t('Cargo', 'Carga') },
    { name: 'clientId', label: t('Client', 'Cliente'), options: choices(clients, ({ name }) => name) },
    { name: 'driverId', label: t('Driver', 'Operador'), options: choices(drivers, ({ name }) => name) },
    { name: 'vehicleId', label: t('Vehicle', 'Unidad'), options: choices(vehicles, ({ plate }) => plate) },
    {
      name: 'startDate',
      label: t('Departure, in the time of the company', 'Salida, en la hora de la empresa'),
      type: 'datetime-local',
      defaultValue: tomorrowAtEight(),
    },
    {
      name: 'revenue',
      label: t('Revenue before taxes, MXN', 'Ingreso sin impuestos, MXN'),
      isOptional: true,
      type: 'number',
      min: 0,
      step: 0.01,
    },
  ],
  bodyOf: ({ startDate, revenue, ...rest }) => ({
    ...rest,
    startDate: instantOf(startDate),
    ...(revenue && { revenue: Number(revenue) }),
  }),
});

/** The form of a step: its fields, the operation that it calls and, where the office alone may not, `needsAdmin`. */
export function formOf(step, session, records) {
  const { teamId } = session.team ?? {};
  const forms = {
    team: () => teamForm(session),
    vehicle: () => vehicleForm(teamId),
    driver: () => driverForm(teamId),
    client: () => clientForm(teamId),
    trip: () => tripForm(teamId, records),
  };
  return forms[step]();
}
