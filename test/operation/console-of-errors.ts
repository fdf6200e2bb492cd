/** What was written to the console as an error since this module was read. It is read before all others: Middy takes its logger when its own is. */
export const written: unknown[][] = [];

console.error = (...parts: unknown[]) => void written.push(parts);
