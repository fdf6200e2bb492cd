/**
 * Loaded into the functions of the emulator before their code (`NODE_OPTIONS`). Gives one name a public address, and leads connections to this
 * address to the receiver of the test. The guard of addresses, the request and the check of the certificate stay those of the product.
 */
const dns = require('node:dns/promises');
const tls = require('node:tls');

const HOST = 'hooks.example.com';
const ADDRESS = '93.184.215.14';

const { lookup } = dns;
const { connect } = tls;

dns.lookup = function lookupWithReceiver(host, options) {
  return host === HOST ? Promise.resolve([{ address: ADDRESS, family: 4 }]) : lookup(host, options);
};

tls.connect = function connectWithReceiver(options, ...rest) {
  const isReceiver = options?.host === ADDRESS;
  const port = Number(process.env.RECEIVER_PORT);
  return connect(isReceiver ? { ...options, host: '127.0.0.1', port } : options, ...rest);
};
