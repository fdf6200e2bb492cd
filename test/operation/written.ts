/** What goes to the log of a deployed function, which is its standard output, while something is done. */
export async function writtenWhile<T>(
  act: () => Promise<T>,
): Promise<{ readonly answer: T; readonly lines: unknown[] }> {
  const { stdout } = process;
  const write = stdout.write;
  const lines: unknown[] = [];
  stdout.write = (text: string | Uint8Array): boolean => {
    lines.push(JSON.parse(String(text)));
    return true;
  };
  try {
    return { answer: await act(), lines };
  } finally {
    stdout.write = write;
  }
}
