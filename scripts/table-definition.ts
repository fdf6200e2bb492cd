import { createTableInput } from '../shared/platform/table/table-definition';

/**
 * `npx tsx scripts/table-definition.ts NAME` prints the table's definition for `aws dynamodb import-table
 * --table-creation-parameters` (docs/operations.md, "Restore from an export").
 */
const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('Pass the name of the new table: table-definition.ts NAME');
console.log(JSON.stringify(createTableInput(name)));
