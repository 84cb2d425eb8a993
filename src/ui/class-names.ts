/** Joins class names; false, null, undefined and empty ones are dropped. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
