import { CloudOff } from 'lucide-react';
import { counted } from '#ui/count.ts';
import { failedText, retryText } from '../kit/change-queue.ts';
import { useHeldFor } from '../kit/use-held-for.ts';
import { useUnsavedChanges, useUnsavedReason } from '../kit/use-unsaved.ts';

/** Delay before the banner says that changes are not saved: most attempts succeed the second time. */
const FAILING_MS = 2_000;

/** Banner under the header while the server is unreachable or does not save, with the number of unsaved changes. */
export function ConnectionBanner() {
  const reason = useUnsavedReason();
  const unsaved = useUnsavedChanges();
  const isFailing = useHeldFor(reason.status !== null, FAILING_MS);
  return (
    <div role="status">
      {(reason.away || isFailing) && (
        <p className="flex items-start gap-2 border-t border-rule bg-amber-pale px-4 py-2 text-sm sm:px-6">
          <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0 text-amber" />
          <span>
            <strong className="font-medium">{failedText(reason)}</strong>{' '}
            {unsaved === 0
              ? 'This page shows what was read before.'
              : unsavedText(unsaved, reason.away ? '' : `, and sent again ${retryText(reason)}`)}
          </span>
        </p>
      )}
    </div>
  );
}

function unsavedText(unsaved: number, when: string): string {
  const [what, is] = [counted(unsaved, 'change', 'changes'), unsaved === 1 ? 'is' : 'are'];
  return `${what} ${is} not saved yet${when}; keep this tab open.`;
}
