/** A page of this machine, on any port: a front end under development. */
const OF_THIS_MACHINE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** The origins whose pages may call the service and its buckets. */
export interface FrontEnds {
  readonly isAllowed: (origin: unknown) => origin is string;
}

/**
 * Pages of this machine, and the named origins. A function compares an origin with a list (ALLOWED_ORIGINS), which cannot hold every port. So
 * `onFirst` receives the longer list before a page of a new origin is served.
 */
export function frontEnds(named: readonly string[], onFirst: (known: readonly string[]) => void): FrontEnds {
  const known = new Set(named);
  return {
    isAllowed: (origin): origin is string => {
      if (typeof origin !== 'string') return false;
      if (known.has(origin)) return true;
      if (!OF_THIS_MACHINE.test(origin)) return false;
      known.add(origin);
      onFirst([...known]);
      return true;
    },
  };
}
