import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { studioToday } from '#domain/dates.ts';
import { draftDate } from '#domain/enquiry/draft-dates.ts';
import type { EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { useDraftDates } from '#storefront/availability/dates-store.ts';

/** Shows in the form the rental dates that were changed elsewhere: in a range picker or another tab. */
export function useFollowDates(form: UseFormReturn<EnquiryValues>): void {
  const { from, to } = useDraftDates();
  useEffect(() => {
    const today = studioToday();
    const fields = { rental_from: from, rental_to: to };
    for (const name of ['rental_from', 'rental_to'] as const) {
      // why draftDate: the draft drops past dates, which must stay in the field with their error.
      if (draftDate(form.getValues(name), today) === fields[name]) continue;
      form.setValue(name, fields[name]);
      form.clearErrors(name);
    }
  }, [form, from, to]);
}
