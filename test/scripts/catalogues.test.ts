import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractsOf } from '../../scripts/catalogues/extracts';
import { placesOf } from '../../scripts/catalogues/named-keys';
import { pack } from '../../scripts/catalogues/pack';
import { packNames } from '../../scripts/catalogues/pack-names';
import { renewal } from '../../scripts/catalogues/renewal';

/** A few rows of each extract, in both forms of a source. */

const NO_SERVICES = { one: { since: '', exceptions: [], keys: [] }, two: { since: '', exceptions: [], keys: [] } };

const EXTRACTS: Readonly<Record<string, readonly string[]>> = {
  'product-keys': ['key,from,to', '78101801,,', '78101802,,', '84111506,,', '90000000,2024-01-01,'],
  'carta-porte-goods': ['key,from,to', '15101505,,', '24112700,,', '30102300,,'],
  'carta-porte-goods-hazard': ['key,hazard', '15101505,1', '24112700,0;1'],
  'carta-porte-service-keys': ['key,modes', '78101802,1', '78101900,2'],
  units: ['key,from,to', 'E48,,', 'KGM,,'],
  postcodes: ['postcode,state,municipality,border,from,to', '44100,JAL,039,0,,', '64000,NLE,039,0,,'],
  states: ['key,country,from,to', 'JAL,MEX,,', 'NLE,MEX,,', 'TX,USA,,'],
  municipalities: ['key,state,from,to', '039,JAL,,', '039,NLE,,', '040,NLE,,'],
  localities: ['key,state,from,to', '01,JAL,,', '07,NLE,,'],
  trailers: ['key,from,to', 'CTR001,,'],
  permits: ['key,mode,from,to', 'TPAF01,01,,', 'TPTM01,02,,', 'TPXX00,01;02;03,,'],
  'vehicle-configurations': ['key,trailer,from,to', 'C2,0,,', 'T3S2,1,,', 'VL,0;1,,'],
  'hazardous-materials': ['key,from,to', '0004,,', '1202,,', '1202,,'],
  packaging: ['key,from,to', '1A1,2024-07-17,', '4G,2024-07-17,', 'Z01,2025-01-01,2025-12-31'],
  'transport-figures': ['key,from,to', '01,,'],
  'transport-parts': ['key,from,to', 'PT01,,'],
  'payment-forms-detail': ['key,from,to', '03,,', '99,,'],
  'relation-types': ['key,from,to', '04,,'],
  'cfdi-uses': ['key,naturalPerson,legalEntity,regimes,from,to', 'D01,1,,605;606,,', 'G03,1,1,601;612,,'],
  'tax-regimes': ['key,naturalPerson,legalEntity,from,to', '601,,1,,', '612,1,,,'],
};

/** The names of phpcfdi's tables and columns, for some columns of ours. */
const SQL: Readonly<Record<string, readonly [table: string, columns: string]>> = {
  'product-keys': ['cfdi_40_productos_servicios', 'id,vigencia_desde,vigencia_hasta'],
  units: ['cfdi_40_claves_unidades', 'id,vigencia_desde,vigencia_hasta'],
  postcodes: ['cfdi_40_codigos_postales', 'id,estado,municipio,estimulo_frontera,vigencia_desde,vigencia_hasta'],
  states: ['cfdi_40_estados', 'estado,pais,vigencia_desde,vigencia_hasta'],
  municipalities: ['cfdi_40_municipios', 'municipio,estado,vigencia_desde,vigencia_hasta'],
  localities: ['cfdi_40_localidades', 'localidad,estado,vigencia_desde,vigencia_hasta'],
  trailers: ['ccp_31_tipos_remolque', 'id,vigencia_desde,vigencia_hasta'],
  permits: ['ccp_31_tipos_permiso', 'id,clave_transporte,vigencia_desde,vigencia_hasta'],
  'vehicle-configurations': ['ccp_31_configuraciones_autotransporte', 'id,remolque,vigencia_desde,vigencia_hasta'],
  'hazardous-materials': ['ccp_31_materiales_peligrosos', 'id,vigencia_desde,vigencia_hasta'],
  packaging: ['ccp_31_tipos_embalaje', 'id,vigencia_desde,vigencia_hasta'],
  'transport-figures': ['ccp_31_figuras_transporte', 'id,vigencia_desde,vigencia_hasta'],
  'transport-parts': ['ccp_31_partes_transporte', 'id,vigencia_desde,vigencia_hasta'],
  'payment-forms-detail': ['cfdi_40_formas_pago', 'id,vigencia_desde,vigencia_hasta'],
  'relation-types': ['cfdi_40_tipos_relaciones', 'id,vigencia_desde,vigencia_hasta'],
  'cfdi-uses': [
    'cfdi_40_usos_cfdi',
    'id,aplica_fisica,aplica_moral,regimenes_fiscales_receptores,vigencia_desde,vigencia_hasta',
  ],
  'tax-regimes': ['cfdi_40_regimenes_fiscales', 'id,aplica_fisica,aplica_moral,vigencia_desde,vigencia_hasta'],
};

const GOODS_SQL = [
  "INSERT INTO ccp_31_productos_servicios VALUES('15101505','Combustible diesel','d''iesel','1','','');",
  "INSERT INTO ccp_31_productos_servicios VALUES('24112700',replace('Tarimas\\ny más','\\n',char(10)),'','0, 1','','');",
  "INSERT INTO ccp_31_productos_servicios VALUES('30102300','Perfiles (acero); otros','','0','','');",
];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalogues-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const valuesOf = (line: string): string[] => line.split(',').map((value) => value.replaceAll(';', ','));

const tabSeparated = (changes: Readonly<Record<string, readonly string[]>> = {}): string =>
  folderOf(
    Object.fromEntries(
      Object.entries({ ...EXTRACTS, ...changes }).map(([name, lines]) => [
        `${name}.tsv`,
        `${lines.map((line) => valuesOf(line).join('\t')).join('\n')}\n`,
      ]),
    ),
  );

const schemaOf = (table: string, columns: readonly string[]): string =>
  `CREATE TABLE IF NOT EXISTS "${table}"(\n${columns.map((column) => `  "${column}" text not null,\n`).join('')}  PRIMARY KEY("id")\n);\n`;

function sql(): string {
  const files: Record<string, string> = {
    'database/version.txt': '9.1.20260806\n',
    'database/schemas/ccp_31_productos_servicios.sql': schemaOf('ccp_31_productos_servicios', [
      'id',
      'texto',
      'similares',
      'material_peligroso',
      'vigencia_desde',
      'vigencia_hasta',
    ]),
    'database/data/ccp_31_productos_servicios.sql': `BEGIN TRANSACTION;\n${GOODS_SQL.join('\n')}\nCOMMIT;\n`,
  };
  for (const [name, [table, columns]] of Object.entries(SQL)) {
    const rows = (EXTRACTS[name] ?? []).slice(1).map(valuesOf);
    const inserts = rows.map((row) => {
      const values = row.map((value) => (value === '1' ? '1' : `'${value.replaceAll(',', ', ')}'`));
      return `INSERT INTO ${table} VALUES(${values.join(',')});`;
    });
    files[`database/schemas/${table}.sql`] = schemaOf(table, columns.split(','));
    files[`database/data/${table}.sql`] = `PRAGMA foreign_keys=OFF;\n${inserts.join('\n')}\n`;
  }
  return folderOf(files);
}

const extracts = extractsOf(tabSeparated());
const before = {
  packed: pack(extracts, { services: NO_SERVICES }),
  names: packNames(extracts, { services: { key: '', name: '', from: '', to: '', modes: '' } }),
  date: '2026-04-05',
};

const lineOf = (report: string, name: string): string[] =>
  report
    .split('\n')
    .find((line) => line.startsWith(`${name}  `))
    ?.trim()
    .split(/ {2,}/) ?? [];

test('tax §11: a source without changes keeps the day of the source before', () => {
  const { refused, date, packed } = renewal(tabSeparated(), before, undefined);
  expect([refused, date, packed]).toEqual([undefined, '2026-04-05', before.packed]);
});

test('tax §11: the SQL of phpcfdi gives the same catalogues, its day, and the services of the version before', () => {
  const { refused, date, packed } = renewal(sql(), before, undefined);
  expect([refused, date, packed]).toEqual([undefined, '2026-08-06', before.packed]);
});

test('tax §11: the report counts rows, added and gone keys, and changed dates', () => {
  const folder = tabSeparated({
    packaging: ['key,from,to', '1A1,2024-07-17,', '3A1,2024-07-17,', '4G,2024-07-17,2027-01-31'],
    postcodes: ['postcode,state,municipality,border,from,to', '44100,JAL,039,0,,', '64000,NLE,039,1,,'],
  });
  const { report, refused, date } = renewal(folder, before, '2026-08-06');
  expect([refused, date]).toEqual([undefined, '2026-08-06']);
  expect(lineOf(report, 'packaging')).toEqual(['packaging', '3', '1', '1', '1', '0']);
  expect(lineOf(report, 'postcodes')).toEqual(['postcodes', '2', '0', '0', '0', '1']);
  expect(report).toContain('packaging, gone: Z01');
  expect(report).toContain('packaging, changed dates: 4G');
});

test('tax §11: changed keys need the day of their source', () => {
  const folder = tabSeparated({ trailers: ['key,from,to', 'CTR001,,', 'CTR002,,'] });
  expect(renewal(folder, before, undefined).refused).toContain('--date YYYY-MM-DD');
  expect(renewal(folder, before, '6 August').refused).toContain('YYYY-MM-DD');
});

test.each([
  ['not listed any more', ['key,from,to', '78101801,,', '84111506,,', '90000000,2024-01-01,']],
  [
    'ended before the source',
    ['key,from,to', '78101801,,', '78101802,,2026-08-05', '84111506,,', '90000000,2024-01-01,'],
  ],
])('tax §11: a key that the product names and that is %s is refused with its places', (_, rows) => {
  const { refused } = renewal(tabSeparated({ 'product-keys': rows }), before, '2026-08-06');
  expect(refused).toMatch(/78101802 of product keys: .*shared\/carta-porte\/invoice-rules\.ts:\d+/);
});

test('tax §11: a key that the product does not name can go, and one that ends later can stay', () => {
  const rows = ['key,from,to', '78101801,,', '78101802,,2026-12-31', '84111506,,'];
  expect(renewal(tabSeparated({ 'product-keys': rows }), before, '2026-08-06').refused).toBeUndefined();
});

test('tax §11: a missing extract is named', () => {
  const folder = tabSeparated();
  rmSync(join(folder, 'packaging.tsv'));
  expect(() => renewal(folder, before, undefined)).toThrow('packaging.tsv');
});

test('the places of a key are those of a text that is the key, or of a message that contains it', () => {
  const named = [
    { text: 'E48', place: 'a.ts:1' },
    { text: 'Choose E48.', place: 'a.ts:2' },
    { text: 'Send 78101802 for freight.', place: 'b.ts:3' },
  ];
  expect(placesOf(['E48', '78101802', 'KGM'], named)).toEqual(
    new Map([
      ['E48', ['a.ts:1']],
      ['78101802', ['b.ts:3']],
    ]),
  );
});
