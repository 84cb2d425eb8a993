import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { editMobile } from '#domain/enquiry/mobile.ts';
import { TextField } from '#ui/field.tsx';

/**
 * The mobile number: always `+91` and then at most 10 digits, however it is typed, pasted or filled
 * (spec, public side §5). Uncontrolled, for a form library's `register`.
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
      // why: setting the value sends the caret to the end.
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
      // why: an edit is read against what stood in the field, a restored draft for instance.
      onFocus={(event) => {
        previous.current = event.currentTarget.value;
      }}
    />
  );
}
