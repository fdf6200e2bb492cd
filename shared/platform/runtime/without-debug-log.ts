/**
 * A client of the SDK without its logging step, which goes through every input and output to mask what is sensitive, for a logger that by
 * default says nothing: two to four percent of a warm call. What we log is the request's one line.
 */
export function withoutDebugLog<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
