import { Button } from '#ui/button.tsx';
import type { ItemDraft } from './use-item-form.ts';

export interface DraftNoticeProps {
  draft: ItemDraft;
  onDiscard: () => void;
}

/** Explains unsaved content of a form: a restored draft or a copy. */
export function DraftNotice({ draft, onDiscard }: DraftNoticeProps) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-amber-pale px-4 py-2 text-sm"
    >
      <p>
        {draft.copyOf
          ? `A copy of ${draft.copyOf}. It is not saved yet.`
          : 'Your draft from before was restored. It is not saved yet.'}
      </p>
      <Button variant="quiet" size="sm" className="-mr-3.5 -ml-3.5" onClick={onDiscard}>
        {draft.copyOf ? 'Start blank' : 'Discard draft'}
      </Button>
    </div>
  );
}
