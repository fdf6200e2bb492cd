/** Returns the text that a deployed function would log, which is its standard output, while the work runs. */
export async function writtenWhile<T>(
  act: () => Promise<T>,
): Promise<{ readonly answer: T; readonly lines: unknown[] }> {
  const { stdout } = process;
  const write = stdout.write;
  const lines: string[] = [];
  stdout.write = (text: string | Uint8Array): boolean => {
    lines.push(String(text));
    return true;
  };
  try {
    const answer = await act();
    return { answer, lines: lines.map((line) => JSON.parse(line)) };
  } finally {
    stdout.write = write;
  }
}
