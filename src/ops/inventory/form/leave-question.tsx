import { useBlocker } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

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
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title="Leave without saving?"
      text="What you changed here would be lost."
      onCancel={() => blocker.reset?.()}
    >
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
    </ConfirmDialog>
  );
}

function editOf(search: object): unknown {
  return 'edit' in search ? search.edit : undefined;
}
