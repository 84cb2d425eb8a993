/** Id of the control of a field, by its place: `valid_until`, `lines.0.price`. */
export const fieldId = (at: string) => `document-${at.replaceAll('.', '-')}`;

/** Class of what leads from a warning to a field. */
export const FIELD_LINK =
  'inline-block text-left text-teal underline underline-offset-2 hover:text-teal-deep max-sm:py-2.5';

/** Focuses the control of a field. @returns whether there is one */
export function focusField(at: string): boolean {
  const control = document.getElementById(fieldId(at));
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
  return control !== null;
}
