import { useRef, type FocusEvent } from 'react';

/** A field whose text can be changed. */
interface InsertableField {
  name: string;
  onChange: (value: string) => void;
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Inserts words at the caret of the field that had the focus last.
 * @param first name of the field that gets them before any had it
 */
export function useInsertion(fields: readonly InsertableField[], first: string) {
  const last = useRef<Control>(null);
  const onFocus = (event: FocusEvent<Control>) => {
    last.current = event.currentTarget;
  };
  const insert = (word: string) => {
    const control = last.current?.isConnected ? last.current : controlNamed(first);
    const field = fields.find(({ name }) => name === control?.name);
    if (!control || !field) return;
    const from = control.selectionStart ?? control.value.length;
    const to = control.selectionEnd ?? from;
    field.onChange(control.value.slice(0, from) + word + control.value.slice(to));
    control.focus();
    // why: React sets the new text after this event, which moves the caret to its end.
    requestAnimationFrame(() => control.setSelectionRange(from + word.length, from + word.length));
  };
  return { onFocus, insert };
}

const controlNamed = (name: string) => document.querySelector<Control>(`[name="${name}"]`);
