/** The answer to one kind of command; undefined for a command of another kind. */
type CommandAnswer = (command: unknown) => (() => unknown) | undefined;

export const on =
  <I>(Command: abstract new (input: I) => { readonly input: I }, answer: (input: I) => unknown): CommandAnswer =>
  (command) =>
    command instanceof Command ? () => answer(command.input) : undefined;

export const onAnyOther =
  (answer: () => unknown): CommandAnswer =>
  () =>
    answer;

/**
 * Answers the commands of all clients of a class. A mock of aws-sdk-client-mock compares each call with all its behaviours in depth and keeps every
 * call with its trace. A suite that calls all operations in many ways spends a tenth of its time there.
 */
export function standInFor(Client: { readonly prototype: object }, answers: readonly CommandAnswer[]): void {
  const send = async (command: unknown): Promise<unknown> => {
    for (const answer of answers) {
      const found = answer(command);
      if (found) return found();
    }
    throw new Error(`The stand-in does not know ${Object(command).constructor.name}.`);
  };
  Object.defineProperty(Client.prototype, 'send', { configurable: true, writable: true, value: send });
}
