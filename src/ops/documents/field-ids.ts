/** Id of the control of a field, by its place: `valid_until`, `lines.0.price`. */
export const fieldId = (at: string) => `document-${at.replaceAll('.', '-')}`;

/** Focuses the control of a field. @returns whether there is one */
export function focusField(at: string): boolean {
  const control = document.getElementById(fieldId(at));
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
  return control !== null;
}
