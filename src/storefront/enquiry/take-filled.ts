import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { EMPTY_CONTACT } from '#domain/enquiry/contact-rules.ts';
import { wholeMobile } from '#domain/enquiry/mobile.ts';

/**
 * Takes over what stands in the visitor's fields, before the form is checked and sent. Days are not filled in: their
 * fields show them in words.
 * why: a browser or a password manager may fill fields in without any event, and the visitor sends what is seen.
 */
export function takeFilled<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  element: HTMLFormElement,
): void {
  for (const name of Object.keys(EMPTY_CONTACT) as Path<Values>[]) {
    const field = element.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const shown = name === 'mobile' ? wholeMobile(field.value) : field.value;
    if (shown !== form.getValues(name)) {
      form.setValue(name, shown as PathValue<Values, Path<Values>>);
    }
  }
}
