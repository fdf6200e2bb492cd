/**
 * The rate that the local server must handle from fifty concurrent workers. Source: the budget “200 requests/s mixed
 * load on the local server, 60 s”.
 */
export const REQUESTS_PER_SECOND = 200;
