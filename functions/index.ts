/** The only list of the operations: a line each, the name being the file's own. Everything else loops over it. */
export { operation as 'meta/get-health' } from './meta/get-health';
export { operation as 'meta/get-openapi' } from './meta/get-openapi';
