import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row';

/** Where an extract is in the SQL of phpcfdi/resources-sat-catalogs (public domain). */
interface Table {
  readonly table: string;
  /** The table's name of each of our columns. The dates have the same names in all tables. */
  readonly columns: Readonly<Record<string, string>>;
}

const DATES = { from: 'vigencia_desde', to: 'vigencia_hasta' };
const PLAIN = { key: 'id', name: 'texto' };
const PERSONS = { naturalPerson: 'aplica_fisica', legalEntity: 'aplica_moral' };
const table = (name: string, columns: Readonly<Record<string, string>> = {}): Table => ({
  table: name,
  columns: { ...PLAIN, ...DATES, ...columns },
});

/** The catalogue that CP109 names is not among them: it is in the SAT's table of errors. */
export const TABLES: Readonly<Record<string, Table>> = {
  'product-keys': table('cfdi_40_productos_servicios'),
  'carta-porte-goods': table('ccp_31_productos_servicios'),
  'carta-porte-goods-hazard': table('ccp_31_productos_servicios', { hazard: 'material_peligroso' }),
  units: table('cfdi_40_claves_unidades'),
  postcodes: table('cfdi_40_codigos_postales', {
    key: 'id',
    postcode: 'id',
    state: 'estado',
    municipality: 'municipio',
    border: 'estimulo_frontera',
  }),
  states: table('cfdi_40_estados', { key: 'estado', country: 'pais' }),
  municipalities: table('cfdi_40_municipios', { key: 'municipio', state: 'estado' }),
  localities: table('cfdi_40_localidades', { key: 'localidad', state: 'estado' }),
  trailers: table('ccp_31_tipos_remolque'),
  permits: table('ccp_31_tipos_permiso', { mode: 'clave_transporte' }),
  'vehicle-configurations': table('ccp_31_configuraciones_autotransporte', { trailer: 'remolque' }),
  'hazardous-materials': table('ccp_31_materiales_peligrosos', { class: 'clase_o_div' }),
  packaging: table('ccp_31_tipos_embalaje'),
  'transport-figures': table('ccp_31_figuras_transporte'),
  'transport-parts': table('ccp_31_partes_transporte'),
  'payment-forms-detail': table('cfdi_40_formas_pago'),
  'relation-types': table('cfdi_40_tipos_relaciones'),
  'cfdi-uses': table('cfdi_40_usos_cfdi', { ...PERSONS, regimes: 'regimenes_fiscales_receptores' }),
  'tax-regimes': table('cfdi_40_regimenes_fiscales', PERSONS),
};

/** Columns with lists: phpcfdi writes a space after each comma, our extracts do not. */
const LISTS = ['hazard', 'mode', 'trailer', 'regimes'];

/** The rows of an extract from `schemas/TABLE.sql` and `data/TABLE.sql`. Undefined when one of them does not exist. */
export function rowsOfTable(folder: string, name: string): Row[] | undefined {
  const found = TABLES[name];
  if (found === undefined) return undefined;
  const [schema, data] = ['schemas', 'data'].map((part) => textOf(folder, join(part, `${found.table}.sql`)));
  if (schema === undefined || data === undefined) return undefined;
  const columns = [...schema.matchAll(/^\s*"(\w+)"/gm)].map(([, column]) => column);
  return valuesOf(data).map((values) => (column) => {
    const value = values[columns.indexOf(found.columns[column])] ?? '';
    return LISTS.includes(column) ? value.replaceAll(', ', ',') : value;
  });
}

/** The day in `version.txt`, as in 6.2.20230324. */
export function sourceDate(folder: string): string | undefined {
  const [, year, month, day] = textOf(folder, 'version.txt')?.match(/\.(\d{4})(\d{2})(\d{2})\s*$/) ?? [];
  return year && [year, month, day].join('-');
}

/** The text of a file of the repository or of its folder `database`. */
const textOf = (folder: string, file: string): string | undefined =>
  [join(folder, file), join(folder, 'database', file)]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))[0];

const VALUE = /'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)|NULL/g;

/** SQLite's form of a text with line breaks. */
const WITH_LINE_BREAKS = /replace\(('(?:[^']|'')*'),'\\n',char\(10\)\)/g;

/** The values of each `INSERT INTO … VALUES(…);`. A text can contain doubled quotes. */
function valuesOf(sql: string): string[][] {
  return [
    ...sql.replace(WITH_LINE_BREAKS, '$1').matchAll(/^INSERT INTO \S+ VALUES\(((?:'(?:[^']|'')*'|[^'])*?)\);$/gm),
  ].map(([, values = '']) =>
    [...values.matchAll(VALUE)].map(([, text, number]) => text?.replaceAll("''", "'") ?? number ?? ''),
  );
}
