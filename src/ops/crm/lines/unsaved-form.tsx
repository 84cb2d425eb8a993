import { Button } from '#ui/button.tsx';
import { useInView } from '#ui/use-in-view.ts';
import type { Editor, OpenEditor } from './use-editor.ts';

export interface UnsavedFormProps {
  editor: Editor;
  /** Why the form cannot be saved, as a sentence. */
  reason: string;
}

/**
 * An open form that can no longer be saved: the reason and what was typed, until it is closed. Nothing where
 * nothing was typed.
 */
export function UnsavedForm({ editor, reason }: UnsavedFormProps) {
  // The form was below, where the notice is out of sight.
  const notice = useInView<HTMLDivElement>();
  const typed = editor.current ? typedValues(editor.current) : [];
  if (typed.length === 0) return null;
  return (
    <div ref={notice} role="alert" className="my-1 rounded-sm bg-red-pale px-3 py-2 text-sm">
      <p className="text-red">{reason}</p>
      <p className="mt-0.5 break-words">Not saved: {typed.join(' · ')}</p>
      <Button variant="quiet" size="sm" className="mt-1 -ml-3.5" onClick={editor.close}>
        Close
      </Button>
    </div>
  );
}

/** The texts that were typed into a form since it was opened. */
const typedValues = ({ values, opened }: OpenEditor): string[] =>
  Object.entries(values).flatMap(([name, text]) =>
    text !== '' && text !== opened[name] ? [text] : [],
  );
