import * as z from 'zod/mini';
import { DateField } from '#dates/date-field.tsx';
import { isStudioDate, studioToday, type StudioDate } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useCheckedForm } from '../kit/forms/use-checked-form.ts';
import type { MakeLink } from './use-make-link.ts';

/** A crew member. */
export interface CrewMember {
  /** uuid */
  id: string;
  name: string;
}

export interface DaySheetFormProps {
  member: CrewMember;
  link: MakeLink;
  /** First and last day of the booking; without it any day can be entered. */
  days?: { from: StudioDate; to: StudioDate } | undefined;
}

const daySheet = (days: DaySheetFormProps['days']) =>
  z.object({
    day: z.string().check(
      z.refine(isStudioDate, 'Enter the day'),
      z.refine((day) => !days || (day >= days.from && day <= days.to), 'Not a day of the booking'),
    ),
    note: z.string(),
  });

/** Makes a day sheet of a crew member. */
export function DaySheetForm({ member: { id, name }, link, days }: DaySheetFormProps) {
  const today = studioToday();
  const day = days && (today < days.from || today > days.to) ? days.from : today;
  const { form, field } = useCheckedForm(daySheet(days), { defaultValues: { day, note: '' } });
  const submit = form.handleSubmit((typed) => link.makeDaySheet(name, { item: id, ...typed }));
  return (
    <form
      aria-label={`Day sheet of ${name}`}
      onSubmit={(event) => void submit(event)}
      className="mt-4 flex flex-wrap items-end gap-x-3"
    >
      <DateField {...field('day')} label="Day" min={days?.from} max={days?.to} className="w-40" />
      <TextField
        {...field('note')}
        label="Note"
        optional
        autoComplete="off"
        maxLength={500}
        className="w-52 grow"
      />
      <Button type="submit" variant="secondary" size="sm" busy={link.busy} className="mb-6">
        Make a day sheet
      </Button>
    </form>
  );
}
