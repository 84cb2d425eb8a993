import type { FormEvent } from 'react';
import { studioToday, type StudioDate } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { DateField, TextField } from '#ui/field.tsx';
import { formText } from '../shell/form-text.ts';
import type { MakeLink } from './use-make-link.ts';

/** A crew member. */
export interface CrewMember {
  /** uuid */
  id: string;
  name: string;
}

/** Props of {@link DaySheetForm}. */
export interface DaySheetFormProps {
  member: CrewMember;
  link: MakeLink;
  /** First and last day of the booking; without it any day can be entered. */
  days?: { from: StudioDate; to: StudioDate } | undefined;
}

/** Makes a day sheet of a crew member. */
export function DaySheetForm({ member: { id, name }, link, days }: DaySheetFormProps) {
  const today = studioToday();
  const day = days && (today < days.from || today > days.to) ? days.from : today;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const request = { item: id, day: formText(form, 'day'), note: formText(form, 'note') };
    void link.makeDaySheet(name, request);
  };
  return (
    <form
      aria-label={`Day sheet of ${name}`}
      onSubmit={submit}
      className="mt-4 flex flex-wrap items-end gap-x-3"
    >
      <DateField
        label="Day"
        name="day"
        required
        defaultValue={day}
        min={days?.from}
        max={days?.to}
        className="w-40"
      />
      <TextField
        label="Note"
        name="note"
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
