import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { studioToday } from '#domain/dates.ts';
import {
  enquirySchema,
  type EnquiryField,
  type EnquiryForm,
} from '#domain/enquiry/enquiry-form.ts';
import { keepDraft, openDraft } from './kept-texts.ts';

/** why: built at each check, because a page may stay open over midnight. */
const resolver: Resolver<EnquiryForm> = (...given) =>
  zodResolver(enquirySchema(studioToday()))(...given);

/**
 * The enquiry form's state: checked when a field is left and on submit, a field's error gone as soon
 * as it is edited, the first wrong field focused, and what is typed kept in the browser.
 */
export function useEnquiryFields() {
  const form = useForm<EnquiryForm>({
    resolver,
    defaultValues: openDraft(),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
  });
  const { errors } = form.formState;

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(values),
      }),
    [form],
  );

  /** All that a field of the form needs: its registration and its error. */
  const field = (name: EnquiryField) => ({
    ...form.register(name, {
      onChange: () => form.clearErrors(name === 'rental_from' ? [name, 'rental_to'] : name),
      onBlur: () => {
        // why: the end is wrong or right only together with the start.
        if (name === 'rental_from' && form.getValues('rental_to')) void form.trigger('rental_to');
      },
    }),
    error: errors[name]?.message,
  });

  return { form, field };
}
