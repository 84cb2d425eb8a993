import { counted } from '#ui/count.ts';
import { waitingFor } from '../kit/queue-sender.ts';
import { useConnectionLost } from '../kit/use-connection-lost.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { usePhotoStore } from './use-photo-store.ts';

export interface WaitingMovementProps {
  isPending: boolean;
  /** An attempt to send it failed. */
  isFailing: boolean;
}

/** Why a movement is not saved yet, and when it is sent again. */
export function WaitingMovement({ isPending, isFailing }: WaitingMovementProps) {
  const reason = useUnsaved(isPending, isFailing);
  if (reason === null) return null;
  return (
    <p role="status" className="mb-2 text-sm">
      <strong className="font-medium">Not saved yet.</strong> {reason} It is sent after a reload
      too, and nothing is counted twice.
    </p>
  );
}

/** The photos of all orders that wait. */
export function WaitingPhotos() {
  const { waiting, isUnanswered } = usePhotoStore().photos;
  const away = useConnectionLost();
  return (
    <p role="status" className="mb-2 text-sm empty:hidden">
      {waiting.size > 0 &&
        `${counted(waiting.size, 'photo waits', 'photos wait')} ${waitingFor(away, isUnanswered)}`}
    </p>
  );
}
