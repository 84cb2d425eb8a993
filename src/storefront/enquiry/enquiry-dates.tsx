import { useEffect, useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { isStudioDate, studioToday } from '#domain/days.ts';
import { draftDate } from '#domain/enquiry/draft-dates.ts';
import type { EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { useDraftDates } from '#storefront/availability/dates-store.ts';
import { DayField } from '#storefront/availability/day-field.tsx';
import { LazyPicker, preloadPicker } from '#storefront/availability/lazy-picker.tsx';
import type { PickerFocus } from '#storefront/availability/rental-picker.tsx';

/** The two dates of the enquiry form, typed or chosen in the range picker, which a press on them opens. */
export function EnquiryDates({ form }: { form: UseFormReturn<EnquiryValues> }) {
  useFollowDates(form);
  const [focus, setFocus] = useState<PickerFocus | null>(null);
  const [from, to] = form.watch(['rental_from', 'rental_to']);
  const open = (field: PickerFocus) => {
    // why: on a phone a focused field would open the keyboard over the months.
    setFocus(window.matchMedia('(pointer: coarse)').matches ? 'days' : field);
  };
  return (
    <>
      <FormDay
        form={form}
        name="rental_from"
        label="Rental start date"
        onOpen={() => open('from')}
      />
      <FormDay form={form} name="rental_to" label="Rental end date" onOpen={() => open('to')} />
      <LazyPicker
        open={focus !== null}
        focus={focus ?? 'days'}
        onClose={() => setFocus(null)}
        dates={isStudioDate(from) && isStudioDate(to) && from <= to ? { from, to } : null}
        confirm="Set dates"
      />
    </>
  );
}

interface FormDayProps {
  form: UseFormReturn<EnquiryValues>;
  name: 'rental_from' | 'rental_to';
  label: string;
  onOpen: () => void;
}

function FormDay({ form, name, label, onOpen }: FormDayProps) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name });
  return (
    <DayField
      label={label}
      name={name}
      ref={ref}
      value={value}
      error={fieldState.error?.message}
      onValue={(next) => {
        onChange(next);
        // why both: whether the last day is valid depends on the first.
        form.clearErrors(name === 'rental_from' ? ['rental_from', 'rental_to'] : name);
      }}
      {...(name === 'rental_from' && {
        onPeriod: ({ from, to }: RentalDates) => {
          onChange(from);
          form.setValue('rental_to', to);
          form.clearErrors(['rental_from', 'rental_to']);
        },
      })}
      onBlur={() => {
        onBlur();
        if (name === 'rental_from' && form.getValues('rental_to')) void form.trigger('rental_to');
      }}
      onClick={onOpen}
      onPointerEnter={preloadPicker}
    />
  );
}

/** Shows in the form the rental dates that were changed elsewhere: in a range picker or another tab. */
function useFollowDates(form: UseFormReturn<EnquiryValues>): void {
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
