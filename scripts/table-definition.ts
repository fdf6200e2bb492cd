import { createTableInput } from '../shared/platform/table/table-definition';

/**
 * `npx tsx scripts/table-definition.ts NAME`: the table's shape, as `aws dynamodb import-table --table-creation-parameters` takes it
 * (docs/operations.md, "Restore from an export").
 */
const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('Name the table that is to be made.');
console.log(JSON.stringify(createTableInput(name)));
