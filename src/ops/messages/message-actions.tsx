import { useState } from 'react';
import { cancelMessage, resendMessage } from '#data/messages/messages.ts';
import type { ListedMessage } from '#domain/messages/listed-message.ts';
import { messageName, messageRecipient } from '#domain/messages/message-status.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Buttons of a message: send again, cancel, and for a failed one dismiss. */
export function MessageActions({ message }: { message: ListedMessage }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [asking, setAsking] = useState<'cancel' | 'again'>();
  const { id, state, can_resend } = message;
  const done = (text: string) => {
    keys.forget();
    setAsking(undefined);
    notify.success(text);
    void refetch();
  };
  const again = useSingleMutation({
    mutationFn: () => resendMessage(api, { id, key: keys.keyOf({ id }) }),
    onSuccess: () => done('It will be sent again'),
    onError: (error) => notifyFailure('The message is not sent again', error),
  });
  const cancel = useSingleMutation({
    mutationFn: () => cancelMessage(api, id),
    onSuccess: () => done(state === 'failed' ? 'Dismissed' : 'Message cancelled'),
    onError: (error) => {
      notifyFailure('The message is not cancelled', error);
      void refetch();
    },
  });
  const isWaiting = state === 'waiting';
  if (!can_resend && !isWaiting && state !== 'failed') return null;
  const name = messageName(message);
  const to = messageRecipient(message);
  return (
    <div className="flex flex-wrap gap-2">
      {can_resend && (
        <Button
          size="sm"
          busy={again.isPending && asking === undefined}
          onClick={() => (state === 'sent' ? setAsking('again') : again.mutate(undefined))}
        >
          Send again
        </Button>
      )}
      {isWaiting && (
        <Button variant="secondary" size="sm" onClick={() => setAsking('cancel')}>
          Cancel
        </Button>
      )}
      {state === 'failed' && (
        <Button
          variant="secondary"
          size="sm"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Dismiss
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'cancel'}
        title="Cancel this message?"
        text={`“${name}” to ${to} is not sent then.`}
        onCancel={() => setAsking(undefined)}
      >
        <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel the message
        </Button>
        <Button variant="secondary" onClick={() => setAsking(undefined)}>
          Keep it
        </Button>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'again'}
        title="Send it again?"
        text={`“${name}” was sent to ${to} already. It arrives a second time.`}
        onCancel={() => setAsking(undefined)}
      >
        <Button busy={again.isPending} onClick={() => again.mutate(undefined)}>
          Send again
        </Button>
        <Button variant="secondary" onClick={() => setAsking(undefined)}>
          Do not send
        </Button>
      </ConfirmDialog>
    </div>
  );
}
