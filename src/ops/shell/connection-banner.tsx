import { CloudOff } from 'lucide-react';
import { counted } from '#ui/count.ts';
import { useConnectionLost } from '../use-connection-lost.ts';
import { useUnsavedChanges } from './use-queued-change.ts';

/** Banner under the header while the server is unreachable, with the number of unsaved changes. */
export function ConnectionBanner() {
  const away = useConnectionLost();
  const unsaved = useUnsavedChanges();
  return (
    <div role="status">
      {away && (
        <p className="flex items-start gap-2 border-t border-rule bg-amber-pale px-4 py-2 text-sm sm:px-6">
          <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0 text-amber" />
          <span>
            <strong className="font-medium">No connection to the server.</strong>{' '}
            {unsavedText(unsaved)}
          </span>
        </p>
      )}
    </div>
  );
}

function unsavedText(unsaved: number): string {
  if (unsaved === 0) return 'This page shows what was read before.';
  const [what, is] = [counted(unsaved, 'change', 'changes'), unsaved === 1 ? 'is' : 'are'];
  return `${what} ${is} not saved yet; keep this tab open.`;
}
