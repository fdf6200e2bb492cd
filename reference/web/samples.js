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
  return {
    method: method.toUpperCase(),
    address: [inPath, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    parameters,
    body,
  };
}

/** The same call by curl, by the client and by `fetch`. */
export function samplesOf({ method, address, parameters, body }, { origin, name, isSigned }) {
  const json = JSON.stringify(body);
  const token = isSigned ? ` -H "authorization: Bearer $TOKEN"` : '';
  const sent = json === undefined ? '' : ` -H 'content-type: application/json' -d ${quoted(json)}`;
  const headers = {
    ...(isSigned && { authorization: 'Bearer …' }),
    ...(json && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(json && { body: 'BODY' }) };
  const input = { ...parameters, ...(json && { body }) };
  return {
    curl: `curl -X ${method} '${origin}${address}'${token}${sent}`,
    client: `await fleet.${name}(${Object.keys(input).length > 0 ? JSON.stringify(input, undefined, 2) : ''});`,
    fetch: `await fetch('${origin}${address}', ${JSON.stringify(init, undefined, 2).replace('"BODY"', `JSON.stringify(${json})`)});`,
  };
}

/** A plugin of Swagger UI that shows the samples of an operation above its parameters. */
export const samplesPlugin = (spec, names) => () => ({
  wrapComponents: {
    parameters:
      (Original, { React }) =>
      (props) => {
        const [path, method] = props.pathMethod;
        const operation = spec.paths[path][method];
        const isSigned = (operation.security ?? spec.security ?? []).length > 0;
        const setting = {
          origin: new URL(spec.servers[0].url, location.href).origin,
          name: names[operation.operationId],
          isSigned,
        };
        const samples = samplesOf(callOf(path, method, operation), setting);
        const each = Object.entries(samples).map(([key, text]) =>
          React.createElement(
            'details',
            { key, className: 'sample' },
            React.createElement('summary', null, OPENING[key]),
            React.createElement('pre', { tabIndex: 0 }, React.createElement('code', null, text)),
          ),
        );
        return React.createElement(
          'div',
          null,
          React.createElement('div', { className: 'samples' }, ...each),
          React.createElement(Original, props),
        );
      },
  },
});
