import { useBlocker } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export interface ConfirmLeaveProps {
  /** The part of the address that opens the form; by default an item's `edit`. */
  param?: 'edit' | 'new';
  /** Whether there are unsaved changes. */
  unsaved: () => boolean;
  /** Called before the changes are discarded. */
  onLeave: () => void;
}

/**
 * Confirms leaving a form with unsaved changes by button, Escape, Back or link; closing the tab
 * triggers the browser's own prompt. The redirect to the sign-in page is not blocked: the draft stays.
 */
export function ConfirmLeave({ param = 'edit', unsaved, onLeave }: ConfirmLeaveProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== '/ops' &&
      (next.pathname !== current.pathname ||
        valueOf(next.search, param) !== valueOf(current.search, param)) &&
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
      <Button onClick={() => blocker.reset?.()}>Keep editing</Button>
      <Button
        variant="danger"
        onClick={() => {
          onLeave();
          blocker.proceed?.();
        }}
      >
        Discard changes
      </Button>
    </ConfirmDialog>
  );
}

const valueOf = (search: object, param: string): unknown =>
  Object.entries(search).find(([key]) => key === param)?.[1];
