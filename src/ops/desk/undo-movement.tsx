import { useState } from 'react';
import { isLaterMovement, undoMovement } from '#data/desk/desk.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import { movementText } from '#domain/desk/desk-text.ts';
import type { DeskLine, DeskMovement } from '#domain/desk/pick-list.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

const LATER = 'Pieces of it were moved again afterwards. Undo the later movement first.';
const UNKNOWN = 'The server did not answer. Undo again: it is undone once.';

export interface UndoMovementProps {
  /** Null: closed. */
  movement: DeskMovement | null;
  /** Of the order. */
  lines: readonly DeskLine[];
  onClose: () => void;
}

/** Asks for the reason and undoes a movement, with its charges and repairs. */
export function UndoMovement({ movement, lines, onClose }: UndoMovementProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const close = () => {
    setReason('');
    setChecked(false);
    onClose();
  };
  const undo = useUndo(close);
  const error = isChecked && !reason.trim() ? 'Say why, for the activity log.' : undefined;
  const submit = () => {
    setChecked(true);
    if (movement && reason.trim()) undo.mutate({ id: movement.id, reason: reason.trim() });
  };
  return (
    <ConfirmDialog
      open={movement !== null}
      title={movement?.kind === 'return' ? 'Undo this return?' : 'Undo this hand-over?'}
      text={
        <>
          <p>
            {movement && movementText(movement, lines)}.{' '}
            {movement?.kind === 'return'
              ? 'The pieces are out again; its charges and repairs are removed.'
              : 'The pieces are in the studio again.'}
          </p>
          <TextField
            label="Reason"
            className="mt-3"
            maxLength={500}
            autoComplete="off"
            value={reason}
            error={error}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') submit();
            }}
          />
        </>
      }
      onCancel={close}
    >
      <Button busy={undo.isPending} onClick={submit}>
        {undo.isPending ? 'Undoing...' : 'Undo'}
      </Button>
      <Button variant="secondary" onClick={close}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}

function useUndo(onDone: () => void) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const { keyOf, forget } = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: (undo: { id: string; reason: string }) =>
      undoMovement(api, { ...undo, key: keyOf(undo) }),
    onSuccess: () => {
      forget();
      onDone();
      notify.success('Undone');
      return refetch();
    },
    onError: (error) => {
      const text = isLaterMovement(error) ? LATER : isOutcomeUnknown(error) ? UNKNOWN : null;
      notifyFailure('Not undone', text === null ? error : new Error(text));
      void refetch();
    },
  });
}
