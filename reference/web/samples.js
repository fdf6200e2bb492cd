import { openGuide } from './guides.js';

const OPENING = { curl: 'curl', client: 'Client', fetch: 'fetch' };

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The value of an example in the document. */
const exampleOf = (part) => part?.example ?? Object.values(part?.examples ?? {})[0]?.value;

/** What a call of the operation sends: the examples of the document, or the name of the parameter where there is none. */
export function callOf(path, method, operation) {
  const given = (operation.parameters ?? []).filter(
    ({ in: place, required }) => place === 'path' || (place === 'query' && required),
  );
  const parameters = Object.fromEntries(
    given.map((one) => [one.name, exampleOf(one) ?? exampleOf(one.schema) ?? one.name]),
  );
  const body = exampleOf(operation.requestBody?.content?.['application/json']);
  const inPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name]));
  const query = given
    .filter(({ in: place }) => place === 'query')
    .map(({ name }) => `${name}=${encodeURIComponent(parameters[name])}`);
  const succeeded = Object.values(operation.responses).find(({ content }) => content?.['application/pdf']);
  return {
    method: method.toUpperCase(),
    address: [inPath, ...(query.length > 0 ? [query.join('&')] : [])].join('?').replaceAll("'", '%27'),
    parameters,
    body,
    // As the client: the key of what a driver did names the time, and is the app's to choose.
    isKeyed:
      method === 'post' &&
      (operation.parameters ?? []).some(({ name, schema }) => name === 'Idempotency-Key' && schema.format !== 'uuid'),
    isRedirected: '302' in operation.responses,
    // A PDF alone: curl writes it to no terminal.
    file: succeeded && !succeeded.content['application/json'] ? `${operation.operationId}.pdf` : undefined,
  };
}

/** The headers of a call: their names, and what stands for their values in a shell and in JavaScript. */
function headersOf({ body, isKeyed }, scheme) {
  const signed = scheme?.in === 'header' ? [scheme.name, '"$SIGNATURE"', 'signature'] : undefined;
  return [
    ...(scheme ? [signed ?? ['authorization', '"Bearer $TOKEN"', `\`Bearer \${token}\``]] : []),
    ...(body === undefined ? [] : [['content-type', "'application/json'", '"application/json"']]),
    ...(isKeyed ? [['idempotency-key', `"$(node -p 'crypto.randomUUID()')"`, 'crypto.randomUUID()']] : []),
  ];
}

/** `"Bearer $TOKEN"` with the name of its header before it, in the same quotation marks. */
const inShell = ([name, value]) => ` -H ${value[0]}${name}: ${value.slice(1)}`;

/** The same call by curl, by the client and by `fetch`. `scheme` is the way of signing in, if the operation has one. */
export function samplesOf(call, { origin, name, scheme }) {
  const { method, address, parameters, body, isRedirected, file } = call;
  const json = JSON.stringify(body);
  const headers = headersOf(call, scheme);
  const sent = json === undefined ? '' : ` -d ${quoted(json)}`;
  const received = `${isRedirected ? ' -L' : ''}${file ? ` -o ${file}` : ''}`;
  const init = [
    `  "method": "${method}"`,
    ...(headers.length > 0
      ? [`  "headers": {\n${headers.map(([key, , value]) => `    "${key}": ${value}`).join(',\n')}\n  }`]
      : []),
    ...(json === undefined ? [] : [`  "body": JSON.stringify(${json})`]),
  ];
  const input = { ...parameters, ...(json && { body }) };
  return {
    curl: `curl -X ${method} '${origin}${address}'${received}${headers.map(inShell).join('')}${sent}`,
    // The client signs its calls with a session: it cannot make the call of another service.
    ...(scheme?.in !== 'header' && {
      client: `await fleet.${name}(${Object.keys(input).length > 0 ? JSON.stringify(input, undefined, 2) : ''});`,
    }),
    fetch: `await fetch('${origin}${address}', {\n${init.join(',\n')}\n});`,
  };
}

/** The sentence about the caller of an operation and the token that the caller sends. */
export function senderOf(operation, { schemes }) {
  const sender = operation['x-example-sender'];
  const here = sender ? `, here ${sender}` : '';
  const scope = operation['x-key-scope'];
  const key = scope ? `, or with an API key that has the scope ${scope}` : '';
  if (schemes.includes('staff')) return `Send it with the token of office staff${here}${key}.`;
  if (schemes.includes('drivers')) return `Send it with the token of a driver${here}.`;
  return schemes.length > 0 ? 'The stamping provider sends it and signs it.' : 'Send it without a token.';
}

/** What the samples of an operation need besides its call: the way of signing in is the first that the document names. */
export function settingOf(spec, names, operation, base) {
  const schemes = (operation.security ?? spec.security ?? []).flatMap(Object.keys);
  return {
    origin: new URL(spec.servers[0].url, base).origin,
    name: names[operation.operationId],
    schemes,
    scheme: spec.components.securitySchemes[schemes[0]],
  };
}

const GUIDE = '#guide/1-signing-in';

/** Opens the guide from the text of an operation, where a link alone leaves it folded. */
function openSigningIn(event) {
  if (event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  history.pushState(undefined, '', GUIDE);
  openGuide(GUIDE.slice('#guide/'.length));
}

/** A plugin of Swagger UI that shows the samples of an operation above its parameters. */
export const samplesPlugin = (spec, names) => () => ({
  wrapComponents: {
    parameters:
      (Original, { React }) =>
      (props) => {
        const [path, method] = props.pathMethod;
        const operation = spec.paths[path][method];
        const setting = settingOf(spec, names, operation, location.href);
        const samples = samplesOf(callOf(path, method, operation), setting);
        const each = Object.entries(samples).map(([key, text]) =>
          React.createElement(
            'details',
            { key, className: 'sample' },
            React.createElement('summary', null, OPENING[key]),
            React.createElement('pre', { tabIndex: 0 }, React.createElement('code', null, text)),
          ),
        );
        const told = React.createElement(
          'p',
          { className: 'sender' },
          `${senderOf(operation, setting)} `,
          React.createElement('a', { href: GUIDE, onClick: openSigningIn }, 'How to make TOKEN, token and fleet'),
        );
        return React.createElement(
          'div',
          null,
          React.createElement('div', { className: 'samples' }, ...each, told),
          React.createElement(Original, props),
        );
      },
  },
});
