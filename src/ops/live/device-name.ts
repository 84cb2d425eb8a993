const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/EdgA?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A browser as its user knows it: `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  const nameIn = (list: typeof BROWSERS, other: string) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other;
  return `${nameIn(BROWSERS, 'A browser')} on ${nameIn(SYSTEMS, 'a device')}`;
}
