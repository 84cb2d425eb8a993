import { useId } from 'react';
import { present } from '#domain/clock.ts';
import { fromLocalField, toLocalField } from '#domain/crm/hold-text.ts';
import { DateField } from '#dates/date-field.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { checkedTogether, useCheckedForm } from '../../kit/forms/use-checked-form.ts';

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
export function HoldDialog({ open, title, isPending, onClose, ...held }: HoldDialogProps) {
  const form = useId();
  return (
    <ConfirmDialog
      open={open}
      title={title}
      text={open && <HoldForm id={form} {...held} />}
      onCancel={onClose}
    >
      <Button type="submit" form={form} busy={isPending}>
        {isPending ? 'Holding...' : 'Hold'}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}

interface TypedEnd {
  day: string;
  time: string;
}

/** The typed end, in UTC; null if it is incomplete. */
const endOf = ({ day, time }: TypedEnd) => fromLocalField(`${day}T${time}`);

const END = checkedTogether((typed: TypedEnd) => {
  const until = endOf(typed);
  const isFuture = until !== null && Date.parse(until) > present().getTime();
  return { day: isFuture ? '' : 'Enter a date and time in the future.' };
});

type HoldFormProps = Pick<HoldDialogProps, 'proposed' | 'refusal' | 'onType' | 'onHold'> & {
  id: string;
};

function HoldForm({ id, proposed, refusal, onType, onHold }: HoldFormProps) {
  const [day = '', time = ''] = (proposed === null ? 'T18:00' : toLocalField(proposed)).split('T');
  const { form, field } = useCheckedForm(END, {
    values: { day, time },
    resetOptions: { keepDirtyValues: true },
    whileTyping: 'clear all',
    onTyped: onType,
  });
  const submit = form.handleSubmit((typed) => {
    const until = endOf(typed);
    if (until !== null) onHold(until);
  });
  const { error, ...dayField } = field('day');
  return (
    <form
      id={id}
      noValidate
      className="mt-3 grid grid-cols-[1fr_8rem] gap-x-4"
      onSubmit={(event) => void submit(event)}
    >
      <DateField
        {...dayField}
        label="Hold until"
        hint="Before the first day of the rental."
        error={error ?? (refusal || undefined)}
      />
      <TextField {...field('time')} type="time" label="Time" />
    </form>
  );
}
