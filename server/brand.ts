/**
 * The style sheet of an accent colour like `00726f`, for light and dark pages; null when it is no colour. why by address: it never changes, so
 * browsers cache it, and previews have the colour of a draft.
 */
export function brandStyles(accent: string): string | null {
  if (!/^[\da-f]{6}$/.test(accent)) return null;
  const mixed = (part: number, other: string) => `color-mix(in oklab,#${accent} ${part}%,${other})`;
  const deep = mixed(82, '#000');
  // why so little of it on dark grounds: the darkest accent is legible there too.
  const colours = [
    ['teal', `#${accent}`, mixed(34, '#fff')],
    ['teal-deep', deep, mixed(26, '#fff')],
    ['teal-pale', mixed(8, '#fff'), mixed(22, '#1b1815')],
    ['band', deep, mixed(45, '#000')],
  ] as const;
  const rule = (valueOf: (light: string, dark: string) => string) =>
    `:root{${colours.map(([name, light, dark]) => `--color-${name}:${valueOf(light, dark)};`).join('')}}`;
  const both = rule((light, dark) => `light-dark(${light},${dark})`);
  return `${rule((light) => light)}@supports (color:light-dark(red,red)){${both}}\n`;
}
