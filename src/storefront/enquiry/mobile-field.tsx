import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { editMobile } from '#domain/enquiry/mobile.ts';
import { TextField } from '#ui/field.tsx';

/**
 * The mobile number: always `+91` and up to 10 digits, whether typed, pasted or autofilled
 * (docs/product/enquiry.md). Uncontrolled, for react-hook-form's `register`.
 */
export function MobileField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  const previous = useRef<string | null>(null);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const edited = editMobile({
      previous: previous.current ?? '',
      raw: input.value,
      caret: input.selectionStart,
    });
    previous.current = edited.value;
    if (input.value !== edited.value) {
      input.value = edited.value;
      // why: setting the value moves the caret to the end.
      input.setSelectionRange(edited.caret, edited.caret);
    }
    onChange?.(event);
  };

  return (
    <TextField
      {...field}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      onChange={change}
      // why: an edit is compared with the previous value, which may be a restored draft.
      onFocus={(event) => {
        previous.current = event.currentTarget.value;
      }}
    />
  );
}
