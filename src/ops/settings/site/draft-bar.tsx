import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { ConfirmedButton } from '../../kit/confirmed-button.tsx';
import type { DraftState, DraftStore } from './draft-store.ts';

export interface DraftBarProps {
  store: DraftStore;
  state: DraftState;
  /** Number of drafts of the page. */
  drafts: number;
  /** Address of the preview; null where the page shows it already. */
  preview: string | null;
  busy: boolean;
  /** Title of the page to correct, where it is another one. */
  pageToCorrect: string | undefined;
  onShowProblems: () => void;
  onPublish: () => void;
  onDiscard: () => void;
}

/** The bar below the fields: whether everything is saved, and what can be done with the drafts. */
export function DraftBar(props: DraftBarProps) {
  const {
    store,
    state,
    drafts,
    preview,
    busy,
    pageToCorrect,
    onShowProblems,
    onPublish,
    onDiscard,
  } = props;
  const { ready, wrong, conflicts } = store.open();
  const isUnsaved = ready.length + wrong.length + conflicts.length > 0;
  return (
    <div
      data-action-bar
      className="sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-2 border-t border-rule bg-paper py-3"
    >
      <Button busy={busy} disabled={drafts === 0 && !isUnsaved} onClick={onPublish}>
        Publish
      </Button>
      {preview && (
        <Button
          variant="secondary"
          onClick={() => {
            // why first: the draft of the field that was just left is saved before the page is read.
            void store.flush().then(() => window.open(preview, '_blank', 'noopener'));
          }}
        >
          Preview
        </Button>
      )}
      {(drafts > 0 || isUnsaved) && (
        <ConfirmedButton
          label="Discard drafts"
          title="Discard the drafts of this page?"
          text="The fields go back to what visitors see. Drafts of other admins on this page are discarded too."
          variant="quiet"
          busy={busy}
          onConfirm={onDiscard}
        />
      )}
      <div className="min-w-0 grow basis-28 text-sm">
        <p role="status" className="text-ink-quiet">
          {statusOf(state, { drafts, isTyping: ready.length > 0, isUnsaved })}
        </p>
        {state.failure && !state.isSaving && ready.length > 0 && (
          <p role="alert" className="text-red">
            Not saved: {state.failure}{' '}
            <button
              type="button"
              className="min-h-6 underline underline-offset-2"
              onClick={() => void store.flush()}
            >
              Try again
            </button>
          </p>
        )}
        {wrong.length > 0 && (
          <p className="text-red">
            Not saved{pageToCorrect && ` on ${pageToCorrect}`}:{' '}
            {counted(wrong.length, 'field needs', 'fields need')} a correction.{' '}
            <button
              type="button"
              className="min-h-6 underline underline-offset-2"
              onClick={onShowProblems}
            >
              Show
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function statusOf(
  { isSaving, failure, saves }: DraftState,
  { drafts, isTyping, isUnsaved }: { drafts: number; isTyping: boolean; isUnsaved: boolean },
): string {
  if (isSaving) return 'Saving...';
  if (isTyping) return failure === null ? 'Typing is saved in a moment.' : '';
  if (isUnsaved) return '';
  if (drafts === 0) return saves > 0 ? 'Everything is as published.' : 'No drafts.';
  return `Saved as draft. ${counted(drafts, 'change is', 'changes are')} not published yet.`;
}
