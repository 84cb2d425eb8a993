import { useEffect, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form';
import { notify } from '#ui/toast.tsx';

/** Options of {@link useDraftForm}. */
export interface DraftFormOptions<Values extends FieldValues> {
  resolver: Resolver<Values>;
  /** The saved draft or the empty form, its fields in display order. Called once. */
  initialValues: () => Values;
  /** Errors to start with, by field. */
  initialErrors?: FieldErrors<Values> | undefined;
  /** Saves the draft, on every change. */
  save: (values: Values) => void;
}

/**
 * A visitor's form whose draft is saved in the browser. It validates on blur and on submit, clears a
 * field's error on edit and focuses the first invalid field (docs/product/enquiry.md).
 */
export function useDraftForm<Values extends FieldValues>({
  resolver,
  initialValues,
  initialErrors,
  save,
}: DraftFormOptions<Values>) {
  const [initial] = useState(initialValues);
  // why state: react-hook-form sets the errors again whenever the object's identity changes.
  const [errorsAtStart] = useState(initialErrors);
  const form = useForm<Values>({
    resolver,
    defaultValues: initial as DefaultValues<Values>,
    ...(errorsAtStart && { errors: errorsAtStart }),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
  });
  const { errors } = form.formState;
  // why: focus goes to the first registered invalid field, and child components register their fields late.
  for (const name of Object.keys(initial)) form.register(name as Path<Values>);

  useEffect(() => {
    // why: text typed before the script loaded is read from the fields, which reports no change.
    const typed = form.getValues();
    if (Object.keys(initial).some((name) => typed[name] !== initial[name])) save(typed);
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => save(values),
    });
  }, [form, initial, save]);

  /** A field's registration and error, as props. */
  const field = (name: Path<Values>) => {
    const error = errors[name]?.message;
    return {
      ...form.register(name, {
        onChange: () => form.clearErrors(name),
      }),
      // why: react-hook-form fills fields in the browser only; the server's HTML needs the value too.
      defaultValue: initial[name],
      error: typeof error === 'string' ? error : undefined,
    };
  };

  /** Empties the form and its draft; a notice offers what was typed back. */
  const clear = (empty: Values) => {
    const typed = form.getValues();
    const show = (values: Values) => {
      form.reset(values);
      save(values);
    };
    show(empty);
    notify.info('Form cleared', { action: { label: 'Undo', onClick: () => show(typed) } });
  };

  return { form, field, clear };
}
