import { useState } from 'react';
import { fromLocalField, toLocalField } from '#domain/crm/hold-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';

/** Props of {@link HoldDialog}. */
export interface HoldDialogProps {
  open: boolean;
  title: string;
  /** The proposed end; null for none. ISO 8601. */
  proposed: string | null;
  isPending: boolean;
  onHold: (until: string) => void;
  onClose: () => void;
}

/** Asks until when an enquiry's items are held, in the studio's time zone. */
export function HoldDialog({ open, title, proposed, isPending, ...on }: HoldDialogProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const value = typed ?? (proposed === null ? '' : toLocalField(proposed));
  const close = () => {
    setTyped(null);
    setError(undefined);
    on.onClose();
  };
  const hold = () => {
    const until = fromLocalField(value);
    const isFuture = until !== null && Date.parse(until) > Date.now();
    setError(isFuture ? undefined : 'Enter a date and time in the future.');
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
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
      onCancel={close}
    >
      <Button busy={isPending} onClick={hold}>
        {isPending ? 'holding...' : 'hold'}
      </Button>
      <Button variant="secondary" onClick={close}>
        cancel
      </Button>
    </ConfirmDialog>
  );
}
