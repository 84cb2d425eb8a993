import { useEffect, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form';

/** What {@link useDraftForm} needs of a form. */
export interface DraftForm<Values extends FieldValues> {
  resolver: Resolver<Values>;
  /** What was typed before, or the empty form, its fields in their order. Read once. */
  opened: () => Values;
  /** Errors to open with, by field. */
  errors?: FieldErrors<Values> | undefined;
  /** Keeps what is typed, at every change. */
  keep: (values: Values) => void;
  /** By field: another one that is wrong or right only together with it. */
  pairs?: Partial<Record<keyof Values, Path<Values>>>;
}

/**
 * A visitor's form: checked when a field is left and on submit, a field's error gone as soon as it
 * is edited (spec, public side §5), the first wrong field focused, and what is typed kept in the
 * browser.
 */
export function useDraftForm<Values extends FieldValues>({
  resolver,
  opened,
  errors: openingErrors,
  keep,
  pairs,
}: DraftForm<Values>) {
  const [first] = useState(opened);
  // why kept: the form library sets the errors again whenever they are another object.
  const [firstErrors] = useState(openingErrors);
  const form = useForm<Values>({
    resolver,
    defaultValues: first as DefaultValues<Values>,
    ...(firstErrors && { errors: firstErrors }),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
  });
  const { errors } = form.formState;
  // why: the first wrong field is the first registered, and a component of fields registers late.
  for (const name of Object.keys(first)) form.register(name as Path<Values>);

  useEffect(() => {
    // why: text typed before the script loaded is read from the fields, which reports no change.
    const typed = form.getValues();
    if (Object.keys(first).some((name) => typed[name] !== first[name])) keep(typed);
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keep(values),
    });
  }, [form, first, keep]);

  /** All that a field of the form needs: its registration and its error. */
  const field = (name: Path<Values>) => {
    const other = pairs?.[name];
    const error = errors[name]?.message;
    return {
      ...form.register(name, {
        onChange: () => form.clearErrors(other ? [name, other] : name),
        onBlur: () => {
          if (other && form.getValues(other)) void form.trigger(other);
        },
      }),
      // why: the form stands in the server's HTML, where nothing else fills its fields.
      defaultValue: first[name],
      error: typeof error === 'string' ? error : undefined,
    };
  };

  return { form, field };
}
