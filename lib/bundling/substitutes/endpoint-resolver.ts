/**
 * Stands in for the endpoint rules of a client, which choose between partitions of AWS, dual stacks, FIPS and accounts. A
 * function calls the ordinary endpoint of its own region, or the one that its configuration names. Without this a bundle holds
 * the rules, the list of all regions, and the interpreter of rules.
 */
export interface EndpointParameters {
  readonly Region?: string;
  readonly Endpoint?: string;
  readonly UseFIPS?: boolean;
  readonly UseDualStack?: boolean;
}

export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, never>>;
  readonly properties: Readonly<Record<string, never>>;
}

/** The regions of the partition `aws`. The others end in another domain. */
const ORDINARY = /^(us|eu|ap|sa|ca|me|af|il|mx)-\w+-\d+$/;

/** The resolver of a service, by the name of its host. Each endpoint is made once, as by the SDK. */
export function resolverOf(host: string): (parameters: EndpointParameters) => Endpoint {
  const made = new Map<string, Endpoint>();
  return ({ Region = '', Endpoint, UseFIPS, UseDualStack }) => {
    if (!Endpoint && (UseFIPS || UseDualStack || !ORDINARY.test(Region)))
      throw new Error(`No endpoint of ${host} in "${Region}" is bundled. Take endpoint-resolver out of lib/bundling.`);
    const url = Endpoint ?? `https://${host}.${Region}.amazonaws.com`;
    const endpoint = made.get(url) ?? { url: new URL(url), headers: {}, properties: {} };
    made.set(url, endpoint);
    return endpoint;
  };
}
