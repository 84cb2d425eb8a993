import { present } from '#domain/clock.ts';
import { useState } from 'react';
import { fromLocalField, toLocalField } from '#domain/crm/hold-text.ts';
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
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState('');
  const value = typed ?? (proposed === null ? '' : toLocalField(proposed));
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
  return (
    <ConfirmDialog
      open={open}
      title={title}
      text={
        <TextField
          type="datetime-local"
          label="Hold until"
          className="mt-3"
          value={value}
          hint="Before the first day of the rental."
          error={error || refusal || undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setError('');
            on.onType();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') hold();
          }}
        />
      }
      onCancel={close}
    >
      <Button busy={isPending} onClick={hold}>
        {isPending ? 'Holding...' : 'Hold'}
      </Button>
      <Button variant="secondary" onClick={close}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}
