/**
 * The style sheet of an accent colour like `00726f`; null when it is no colour. why by address: it never changes, so
 * browsers cache it, and previews have the colour of a draft.
 */
export function brandStyles(accent: string): string | null {
  if (!/^[\da-f]{6}$/.test(accent)) return null;
  const deep = `color-mix(in oklab,#${accent} 82%,#000)`;
  const pale = `color-mix(in oklab,#${accent} 8%,#fff)`;
  return `:root{--color-teal:#${accent};--color-teal-deep:${deep};--color-teal-pale:${pale}}\n`;
}
