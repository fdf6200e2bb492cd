/** Calls the built handler of a function once, as Lambda does: `node call.cjs BUNDLE EVENT`. */
const [bundle, event] = process.argv.slice(2);
const { handler } = require(bundle);
handler(JSON.parse(event), { awsRequestId: 'request-0001', getRemainingTimeInMillis: () => 28_000 });
