type Sign = readonly [sign: RegExp, nombre: string];

/** The first match wins: many browsers also carry the names of others. */
const browsers: readonly Sign[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (signs: readonly Sign[], userAgent: string) => signs.find(([sign]) => sign.test(userAgent))?.[1];

/** Returns the device of a session in words, from its User-Agent: `Chrome en Windows`. */
export function deviceOf(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser) return system ? `${browser} en ${system}` : browser;
  if (system) return `Un programa en ${system}`;
  const program = /^[\w.-]+/.exec(userAgent)?.[0];
  return program ? `El programa ${program}` : 'Dispositivo desconocido';
}
