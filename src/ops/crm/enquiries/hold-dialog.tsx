import { present } from '#domain/clock.ts';
import { useId, useState } from 'react';
import { fromLocalField, toLocalField } from '#domain/crm/hold-text.ts';
import { DateField } from '#dates/date-field.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';

export interface HoldDialogProps {
  open: boolean;
  title: string;
  /** The proposed end; null for none. ISO 8601. */
  proposed: string | null;
  isPending: boolean;
  /** Why the server refused the last end; '' if it did not. */
  refusal: string;
  /** Another end is typed. */
  onType: () => void;
  onHold: (until: string) => void;
  onClose: () => void;
}

/** Asks until when an enquiry's items are held, in the studio's time zone. */
export function HoldDialog({ open, title, proposed, isPending, refusal, ...on }: HoldDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState('');
  const value = typed ?? (proposed === null ? 'T18:00' : toLocalField(proposed));
  const [day = '', time = ''] = value.split('T');
  const close = () => {
    setTyped(null);
    setError('');
    on.onClose();
  };
  const hold = () => {
    const until = fromLocalField(value);
    const isFuture = until !== null && Date.parse(until) > present().getTime();
    setError(isFuture ? '' : 'Enter a date and time in the future.');
    if (isFuture) on.onHold(until);
  };
  const change = (until: string) => {
    setTyped(until);
    setError('');
    on.onType();
  };
  return (
    <ConfirmDialog
      open={open}
      title={title}
      text={
        <form
          id={form}
          noValidate
          className="mt-3 grid grid-cols-[1fr_8rem] gap-x-4"
          onSubmit={(event) => {
            event.preventDefault();
            hold();
          }}
        >
          <DateField
            label="Hold until"
            value={day}
            hint="Before the first day of the rental."
            error={error || refusal || undefined}
            onChange={({ target }) => change(`${target.value}T${time}`)}
          />
          <TextField
            type="time"
            label="Time"
            value={time}
            onChange={({ target }) => change(`${day}T${target.value}`)}
          />
        </form>
      }
      onCancel={close}
    >
      <Button type="submit" form={form} busy={isPending}>
        {isPending ? 'Holding...' : 'Hold'}
      </Button>
      <Button variant="secondary" onClick={close}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}
