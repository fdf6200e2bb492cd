/** The cells of a CSV text (RFC 4180), line by line. */
function cellsOfCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** The rows of a CSV text by the names of its header line. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [header = [], ...lines] = cellsOfCsv(text);
  return lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}
