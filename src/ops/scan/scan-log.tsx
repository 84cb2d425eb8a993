import { undoScan } from '#data/desk/scan-steps.ts';
import { retried, waiting, type QueuedScan } from '#domain/scan/scan-queue.ts';
import { DONE_LABELS, STEP_LABELS } from '#domain/scan/scan-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { waitingFor } from '../kit/queue-sender.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import type { DoneScan, ScanState, ScanStore } from './scan-store.ts';

export interface ScanLogProps {
  store: ScanStore;
  scans: ScanState;
  isLost: boolean;
}

/** The number of scans that wait, the refused ones with their reason, and the saved ones with undo. */
export function ScanLog({ store, scans: { queue, done, isUnanswered }, isLost }: ScanLogProps) {
  const waits = waiting(queue);
  const refused = queue.filter(({ refusal }) => refusal !== null);
  return (
    <>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {waits.length > 0 &&
          `${counted(waits.length, 'scan waits', 'scans wait')} ${waitingFor(isLost, isUnanswered)}`}
      </p>
      {refused.length > 0 && (
        <section aria-label="Refused scans" className="mt-3">
          <h2 className="text-sm font-semibold text-red">Refused</h2>
          <ul className="mt-1 divide-y divide-rule border-y border-rule text-sm">
            {refused.map((scan) => (
              <RefusedRow key={scan.key} store={store} scan={scan} />
            ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <ul
          aria-label="Saved scans"
          className="mt-3 max-h-64 divide-y divide-rule overflow-y-auto border-y border-rule text-sm"
        >
          {done.map((scan) => (
            <DoneRow key={scan.key} store={store} scan={scan} />
          ))}
        </ul>
      )}
    </>
  );
}

function RefusedRow({ store, scan }: { store: ScanStore; scan: QueuedScan }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="w-48 grow">
        <p className="font-medium tabular-nums">
          {scan.code} · {STEP_LABELS[scan.step]}
        </p>
        <p className="text-ink-quiet text-pretty">{scan.refusal}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Try again: ${scan.code}`}
        onClick={() =>
          store.change((queue) =>
            queue.map((one) => (one.key === scan.key ? retried(one, randomUuid()) : one)),
          )
        }
      >
        Try again
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Remove the scan of ${scan.code}`}
        onClick={() => store.change((queue) => queue.filter(({ key }) => key !== scan.key))}
      >
        Remove
      </Button>
    </li>
  );
}

function DoneRow({ store, scan }: { store: ScanStore; scan: DoneScan }) {
  const api = useStaffApi();
  const { call, movement } = scan;
  const undo = useSingleMutation<void, string>({
    mutationFn: (key) => undoScan(api, movement, key),
    onSuccess: () => {
      store.markUndone(scan.key);
      notify.success('Undone');
    },
    onError: (error) => notifyFailure('Error undoing the scan', error),
  });
  return (
    <li className="flex items-center gap-3 py-1.5">
      <p
        className={`min-w-0 grow break-words ${scan.isUndone ? 'text-ink-quiet line-through' : ''}`}
      >
        <span className="font-medium">{DONE_LABELS[call.step]}</span> ·{' '}
        {call.quantity > 1 && `${call.quantity} × `}
        {call.name} <span className="text-ink-quiet tabular-nums">{scan.code}</span> ·{' '}
        {call.order_number}
      </p>
      {!scan.isUndone && (
        <Button
          variant="quiet"
          size="sm"
          busy={undo.isPending}
          aria-label={`Undo ${scan.code}`}
          // why the scan's own key: a retry after a lost answer must undo once.
          onClick={() => undo.mutate(scan.key)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
