/**
 * The errors written to the console since this module was loaded. It must be loaded first, because Middy takes its logger when it is
 * loaded.
 */
export const written: unknown[][] = [];

console.error = (...parts: unknown[]) => void written.push(parts);
