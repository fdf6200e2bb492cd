/**
 * Loaded into the server before its own code, by `node --require`. It moves the server's clock, changes its settings, and reports the addresses of the stand-ins,
 * because an attacker of the real service knows the addresses of Cognito and S3.
 */
const RealDate = Date;
let ahead = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(RealDate.now() + ahead);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};

const endpoints = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^AWS_ENDPOINT_URL_|_PROVIDER_URL$/.test(name)));

process.on('message', ({ id, advance = 0, environment = {} }) => {
  ahead += advance;
  Object.assign(process.env, environment);
  process.send({ id, endpoints: endpoints() });
});
process.channel.unref();
