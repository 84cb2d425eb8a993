import { useRef, useState, type ComponentProps } from 'react';
import { TextField } from './field.tsx';

// why later: it is needed when somebody leaves the field, and not before.
const suggested = async (text: string) => {
  const { suggestedEmail } = await import('./email-suggestion.ts');
  return suggestedEmail(text);
};

/** As if it was typed: React and react-hook-form hear of it. */
function type(input: HTMLInputElement, text: string) {
  // why by the prototype: React does not hear of a value that is set by its own property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

interface EmailFieldProps extends ComponentProps<typeof TextField> {
  /** An address without what is copied around it; taken when the field is left. */
  plain: (text: string) => string;
}

/**
 * A text field for an e-mail address. When it is left with a slip behind the `@`, its hint asks in one press whether
 * another address was meant; nothing is changed without it. Controlled or not, as for react-hook-form's `register`.
 */
export function EmailField({ plain, onChange, onBlur, hint, ...field }: EmailFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [meant, setMeant] = useState<string | null>(null);

  const ask = async (left: HTMLInputElement) => {
    input.current = left;
    const typed = plain(left.value);
    if (typed !== left.value) type(left, typed);
    const found = await suggested(typed).catch(() => null);
    if (left.value === typed) setMeant(found);
  };
  const take = () => {
    if (!input.current || meant === null) return;
    type(input.current, meant);
    input.current.focus();
  };

  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      {...field}
      onChange={(event) => {
        setMeant(null);
        onChange?.(event);
      }}
      onBlur={(event) => {
        void ask(event.currentTarget);
        onBlur?.(event);
      }}
      hint={
        meant === null ? (
          hint
        ) : (
          <button
            type="button"
            onClick={take}
            // why its height is added unseen: a line that grows would move what is below from under a press.
            className="relative text-left break-all text-teal-deep underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-1.5"
          >
            Did you mean {meant}?
          </button>
        )
      }
    />
  );
}
