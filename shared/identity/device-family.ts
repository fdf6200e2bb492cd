/** The first name whose mark is in the user agent. Most browsers also name Chrome and Safari, so the order matters. */
type Names = readonly (readonly [mark: RegExp, name: string])[];

const PROGRAMS: Names = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/okhttp|Dart|Expo|CFNetwork|ReactNative/i, 'App'],
];
const SYSTEMS: Names = [
  [/iPhone|iPad|iPod|CFNetwork/, 'iOS'],
  [/Android|okhttp/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (userAgent: string, names: Names): string | undefined =>
  names.find(([mark]) => mark.test(userAgent))?.[1];

/**
 * The family of a user agent, for the list of sessions: `Chrome, Windows`. It contains only words of this file, so that
 * a client cannot put a text of its own before the user's eyes.
 */
export function deviceFamily(userAgent: string): string {
  const known = [nameIn(userAgent, PROGRAMS), nameIn(userAgent, SYSTEMS)].filter((name) => name !== undefined);
  return known.join(', ') || 'Unknown';
}
