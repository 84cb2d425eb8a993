import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

/** Props of {@link NameForm}. */
export interface NameFormProps {
  label: string;
  /** The name as it is. */
  start?: string;
  /** The button's word. */
  submit: string;
  busy: boolean;
  /** What is wrong with a name, null when nothing is. */
  problemOf: (name: string) => string | null;
  onSubmit: (name: string) => void;
  /** With it the field is focused at once, and Escape gives up. */
  onCancel?: () => void;
}

/** One name to add or change. */
export function NameForm({
  label,
  start = '',
  submit,
  busy,
  problemOf,
  onSubmit,
  onCancel,
}: NameFormProps) {
  const [name, setName] = useState(start);
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isInPlace = onCancel !== undefined;
  useEffect(() => {
    if (isInPlace) field.current?.select();
  }, [isInPlace]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = problemOf(name.trim());
    setProblem(wrong ?? '');
    if (wrong) field.current?.focus();
    else if (name.trim() === start) onCancel?.();
    else onSubmit(name.trim());
  };
  return (
    <form noValidate onSubmit={save} className="flex items-start gap-2">
      <TextField
        ref={field}
        label={label}
        className="min-w-0 grow"
        value={name}
        error={problem || undefined}
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value);
          setProblem('');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !onCancel) return;
          // why: Escape would close the dialog.
          event.preventDefault();
          onCancel();
        }}
      />
      <div className="flex gap-1 pt-7">
        <Button type="submit" variant="secondary" busy={busy}>
          {busy ? 'saving...' : submit}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            cancel
          </Button>
        )}
      </div>
    </form>
  );
}
