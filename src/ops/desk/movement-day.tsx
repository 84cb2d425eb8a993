import { useState } from 'react';
import { DateField } from '#dates/date-field.tsx';
import { studioToday } from '#domain/days.ts';
import type { DeskStep } from '#domain/desk/pick-list.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { DeskDraft } from './use-desk-draft.ts';

export interface MovementDayProps {
  draft: DeskDraft;
  step: DeskStep;
  /** Problem with the reason. */
  error: string | undefined;
  onChange: (draft: DeskDraft) => void;
}

/** The day of a movement: today, or an earlier day with a reason. */
export function MovementDay({ draft, step, error, onChange }: MovementDayProps) {
  const [isOpen, setOpen] = useState(false);
  const today = studioToday();
  const day = draft.day ?? today;
  if (!isOpen && day === today) {
    return (
      <p className="mt-4">
        <Button variant="quiet" size="sm" className="-ml-3.5" onClick={() => setOpen(true)}>
          {step === 'hand-over' ? 'Handed over on an earlier day?' : 'Returned on an earlier day?'}
        </Button>
      </p>
    );
  }
  return (
    <div className="mt-4 grid gap-x-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <DateField
        label="Day"
        value={day}
        max={today}
        onChange={(event) => {
          const { day: _day, ...rest } = draft;
          const next = event.target.value;
          onChange(next && next < today ? { ...rest, day: next } : rest);
        }}
      />
      <TextField
        label="Reason"
        hint="Such as: the book was filled in later."
        optional={day === today}
        maxLength={500}
        autoComplete="off"
        value={draft.reason ?? ''}
        error={error}
        onChange={(event) => onChange({ ...draft, reason: event.target.value })}
      />
    </div>
  );
}
