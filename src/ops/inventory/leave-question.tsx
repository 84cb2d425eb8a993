import { useBlocker } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';

/** Props of {@link LeaveQuestion}. */
export interface LeaveQuestionProps {
  /** Whether something would be lost. */
  unsaved: () => boolean;
  /** Called before what was typed is given up. */
  onLeave: () => void;
}

/**
 * Asks before an item's form with unsaved changes is left: by its buttons, Escape, Back or a link;
 * the browser itself asks before the tab is closed. A session that ended leads to the sign-in
 * unasked, and the draft waits.
 */
export function LeaveQuestion({ unsaved, onLeave }: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== '/ops' &&
      (next.pathname !== current.pathname || editOf(next.search) !== editOf(current.search)) &&
      unsaved(),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const asked = blocker.status === 'blocked';
  useLayoutEffect(() => {
    if (asked) dialog.current?.showModal();
    else dialog.current?.close();
  }, [asked]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      // why: a step back right after Escape may ask again before the dialog tells that it was closed.
      onCancel={() => blocker.reset?.()}
      onClose={({ currentTarget }) => asked && !currentTarget.open && blocker.reset()}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-lg border border-rule bg-surface p-5 text-ink backdrop:bg-ink/40"
    >
      <h3 id={title} className="text-base font-semibold">
        Leave without saving?
      </h3>
      <p className="mt-1 text-sm text-ink-quiet">What you changed here would be lost.</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button onClick={() => blocker.reset?.()}>keep editing</Button>
        <Button
          variant="danger"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          discard changes
        </Button>
      </div>
    </dialog>
  );
}

function editOf(search: object): unknown {
  return 'edit' in search ? search.edit : undefined;
}
