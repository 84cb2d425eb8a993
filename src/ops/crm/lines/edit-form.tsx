import { useEffect, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { useEscape } from '../../kit/use-escape.ts';
import { EditProblemNotice } from './edit-problem.tsx';
import type { Editor } from './use-editor.ts';
import type { RentalEdits } from './use-edits.ts';

export interface EditFormProps {
  /** Accessible name: 'Price of Brass Lamp'. */
  label: string;
  edits: RentalEdits;
  editor: Editor;
  /** The field, as in `RentalEdit.at`. */
  at: string;
  /** 'Save' */
  action: string;
  onSubmit: () => void | Promise<void>;
  /** Beside the buttons: the total that the edit leads to. */
  preview?: ReactNode;
  children: ReactNode;
}

/**
 * A small form inside the drawer: Enter saves, Escape closes it and not the drawer. Focuses its first field
 * on opening.
 */
export function EditForm(props: EditFormProps) {
  const { edits, editor, at } = props;
  const fields = useFirstField<HTMLFormElement>();
  const isPending = edits.isPending(at);
  const isConflict = edits.problem(at)?.isConflict ?? false;
  const close = () => {
    edits.dismiss(at);
    editor.close();
  };
  useEscape(fields, close);
  // why: focusing the field may leave the buttons below the footer of the drawer.
  useEffect(() => {
    // why no return: newer browsers return a promise, which React would call as a cleanup.
    fields.current?.scrollIntoView({ block: 'nearest' });
  }, [fields]);
  return (
    <form
      ref={fields}
      noValidate
      // why: the ways out of a refusal would save what was typed before.
      onChange={() => edits.dismiss(at)}
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void props.onSubmit();
      }}
      className="mt-2 mb-3 rounded-md border border-rule bg-paper px-3 pt-3 pb-2.5"
    >
      {props.children}
      <EditProblemNotice edits={edits} at={at} onGiveUp={close} />
      <div className="flex flex-wrap items-center gap-2">
        {!isConflict && (
          <>
            <Button type="submit" size="sm" busy={isPending}>
              {isPending ? 'Saving...' : props.action}
            </Button>
            <Button variant="quiet" size="sm" onClick={close}>
              Cancel
            </Button>
          </>
        )}
        {props.preview && (
          <p aria-live="polite" className="text-sm text-ink-quiet tabular-nums">
            {props.preview}
          </p>
        )}
      </div>
    </form>
  );
}
