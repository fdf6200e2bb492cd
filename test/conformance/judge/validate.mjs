import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm';

/**
 * Validates XML documents against the schemas of the SAT: a line of the input is a document as a JSON text, a line of
 * the output is the JSON list of its faults. It is a process of its own because libxml2-wasm has a top-level await,
 * which the CommonJS of the tests cannot load. `--whole` uses the schemas as they are.
 */
const [folder, whole] = process.argv.slice(2);

/**
 * c_ClaveProdServCP has 48,757 keys, and libxml2 compares a key with one after the other: 3 ms. Here its keys are a set,
 * and the schema keeps their pattern.
 */
const LARGE = /(<xs:simpleType name="c_ClaveProdServCP">)(.*?)(<\/xs:simpleType>)/s;
const GOODS = /\sBienesTransp="([^"]*)"/g;
const PATTERN = '<xs:restriction base="xs:string"><xs:pattern value="[0-9]{8}"/></xs:restriction>';
let keys;

const smaller = (schema) =>
  schema.replace(LARGE, (_, open, list, close) => {
    keys = new Set([...list.matchAll(/enumeration value="(\d{8})"/g)].map(([, key]) => key));
    return `${open}${PATTERN}${close}`;
  });

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => join(file.parentPath ?? file.path, file.name));
const schemas = Object.fromEntries(
  files.map((file) => {
    const text = readFileSync(file, 'utf8');
    return [`mem:///${relative(folder, file).replaceAll('\\', '/')}`, Buffer.from(whole ? text : smaller(text))];
  }),
);
xmlRegisterInputProvider(new XmlBufferInputProvider(schemas));
const main = 'mem:///all.xsd';
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(schemas[main], { url: main }));

const SHORT = 300;

function faultsOf(text) {
  const faults = keys
    ? [...text.matchAll(GOODS)].filter(([, key]) => !keys.has(key)).map(([, key]) => `BienesTransp: ${key} is no key.`)
    : [];
  try {
    const document = XmlDocument.fromString(text);
    try {
      validator.validate(document);
    } finally {
      document.dispose();
    }
  } catch (failure) {
    faults.push(...(failure.details ?? [failure]).map(({ message }) => message.trim().slice(0, SHORT)));
  }
  return faults;
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(faultsOf(JSON.parse(line)))}\n`);
