import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { useSlowNotice } from '../../kit/slow-notice.ts';
import { SettingConflicts } from '../fields/setting-conflicts.tsx';
import type { useStudioForm } from './use-studio-form.ts';

export interface ChangesFormProps {
  /** Accessible name: 'Settings of the studio'. */
  label: string;
  changes: ReturnType<typeof useStudioForm>;
  children: ReactNode;
}

/** The form around fields of settings: conflicts above them, and below the bar that saves or discards all changes. */
export function ChangesForm({ label, changes, children }: ChangesFormProps) {
  const { edits, conflicts, busy, save, settle, discard } = changes;
  useSlowNotice(busy);
  return (
    <form noValidate aria-label={label} onSubmit={(event) => void save(event)}>
      <SettingConflicts conflicts={conflicts} onSettle={settle} />
      {children}
      <div
        data-action-bar
        className="sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-2 border-t border-rule bg-paper py-4"
      >
        <Button type="submit" busy={busy} disabled={edits.length === 0 || conflicts.length > 0}>
          {busy ? 'Saving...' : 'Save settings'}
        </Button>
        {edits.length > 0 && (
          <Button variant="quiet" onClick={discard}>
            Discard
          </Button>
        )}
        <p role="status" className="text-sm text-ink-quiet">
          {edits.length > 0 && `${counted(edits.length, 'change', 'changes')}, not saved yet`}
        </p>
      </div>
    </form>
  );
}
