import { useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { TextField } from './field.tsx';

/** A field's text as it was rewritten after an edit. */
export interface Rewritten {
  value: string;
  /** Position of the caret in the value. */
  caret: number;
  /** Typed signs that the value does not show; '' for none. The next edit gets them back. */
  hidden: string;
  /** The signs that were not taken, in words. They replace the hint until the next edit. */
  refusal: string | null;
}

/** An edit of the field's text. */
export interface Edit {
  previous: string;
  /** The text after the edit. */
  raw: string;
  /** Position of the caret in `raw`; null if unknown. */
  caret: number | null;
  /** Of the edit before. */
  hidden: string;
}

interface RewrittenFieldProps extends ComponentProps<typeof TextField> {
  rewrite: (edit: Edit) => Rewritten;
}

/**
 * A text field that rewrites its text with each edit, whether typed, pasted or filled by the browser. Its `onChange`
 * finds the rewritten text in the input. Controlled or not, as for react-hook-form's `register`.
 */
export function RewrittenField({
  rewrite,
  onChange,
  onFocus,
  hint,
  ...field
}: RewrittenFieldProps) {
  const last = useRef({ previous: '', hidden: '' });
  const [refusal, setRefusal] = useState<string | null>(null);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const edit = { ...last.current, raw: input.value, caret: input.selectionStart };
    const { value, caret, hidden, refusal: refused } = rewrite(edit);
    last.current = { previous: value, hidden };
    setRefusal(refused);
    if (input.value !== value) {
      input.value = value;
      // why: setting the value moves the caret to the end.
      input.setSelectionRange(caret, caret);
    }
    onChange?.(event);
  };

  return (
    <TextField
      {...field}
      hint={refusal ?? hint}
      onChange={change}
      // why: an edit is compared with the previous value, which may be a restored draft.
      onFocus={(event) => {
        last.current = { previous: event.currentTarget.value, hidden: '' };
        onFocus?.(event);
      }}
    />
  );
}
