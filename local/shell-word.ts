/** Letters of any language, digits and signs of paths need no quotes. A tilde is a sign of Windows' short names, and elsewhere the home. */
const PLAIN_ON_WINDOWS = /^[\p{L}\p{N}_.:~\\/-]+$/u;
const PLAIN = /^[\p{L}\p{N}_.:@+/-]+$/u;

/**
 * A text as one word of a command that can be pasted: the name of a folder can have a blank, on Windows often from the person's own name. cmd
 * and PowerShell know double quotes. A backslash before the last one would take it into the word, unless it is doubled.
 */
export function shellWord(text: string, platform: string = process.platform): string {
  if (platform === 'win32') return PLAIN_ON_WINDOWS.test(text) ? text : `"${text.replace(/\\+$/, '$&$&')}"`;
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
