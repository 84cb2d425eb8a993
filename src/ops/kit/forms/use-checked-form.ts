import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent } from 'react';
import {
  useForm,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormProps,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { invalidField } from '#data/core/invalid-field.ts';

export interface CheckedFormOptions<Typed extends FieldValues, Sent> extends Pick<
  UseFormProps<Typed, unknown, Sent>,
  'defaultValues' | 'values' | 'resetOptions' | 'mode' | 'reValidateMode' | 'shouldFocusError'
> {
  /**
   * The fate of a refused form's messages while it is typed again: `check` keeps each for as long as it is
   * true, `clear` removes that of a field which is typed, `clear all` all of them, `keep` leaves all until the form is
   * sent again. A form with a `reValidateMode` of its own says it by that.
   */
  whileTyping?: 'check' | 'clear' | 'clear all' | 'keep';
  /** Gets all values after each change, to keep them as a draft. */
  onTyped?: (typed: Typed) => void;
}

/** A form of {@link useCheckedForm}, for parts that show its fields. */
export type CheckedForm<Typed extends FieldValues, Sent = Typed> = ReturnType<
  typeof useCheckedForm<Typed, Sent>
>;

/**
 * A form of the back office: its schema checks it when it is sent, and the first invalid field gets the focus. Forms
 * that load with every page, such as that of the sign-in, use the browser's own checks.
 * @param schema of what is typed; its output is what is sent
 */
export function useCheckedForm<Typed extends FieldValues, Sent>(
  schema: z.ZodMiniType<Sent, Typed>,
  options: CheckedFormOptions<Typed, Sent>,
) {
  const { reValidateMode = 'onSubmit', onTyped, ...rest } = options;
  const { whileTyping = options.reValidateMode ? 'keep' : 'check', ...given } = rest;
  const isCheckedAtOnce = options.mode === 'onChange';
  const form = useForm<Typed, unknown, Sent>({
    ...given,
    resolver: withInvalidNumbers(zodResolver(schema)),
    reValidateMode,
  });
  const { isSubmitted } = form.formState;
  const onField = (name: Path<Typed>) => {
    if (whileTyping === 'clear') form.clearErrors(name);
    if (whileTyping === 'clear all') form.clearErrors();
    // why all: a message may be about two fields, and a refusal is about what was sent.
    if (whileTyping === 'check' && (isSubmitted || isCheckedAtOnce)) void form.trigger();
  };
  const tell = useEffectEvent((typed: Typed) => onTyped?.(typed));
  useEffect(() => {
    let last = JSON.stringify(form.getValues());
    return form.subscribe({
      formState: { values: true },
      // why compared: it is also called for a message, and when a field is left.
      callback: ({ values, name }) => {
        const next = JSON.stringify(values);
        if (next === last) return;
        last = next;
        // why the name: a form that is reset was not typed.
        if (name !== undefined) tell(values);
      },
    });
  }, [form]);
  /** The message of a field, or of a part of its value. */
  const problem = (name: Path<Typed>) => form.getFieldState(name, form.formState).error?.message;
  return {
    form,
    problem,
    /** Name, handlers and error of a field. */
    field: (name: Path<Typed>) => ({
      ...form.register(name, { onChange: () => onField(name) }),
      error: problem(name),
    }),
    /** Sets values as if they were typed: those of controls without a name. */
    change: (values: Partial<Typed>) => {
      for (const [name, value] of Object.entries(values) as [
        Path<Typed>,
        PathValue<Typed, Path<Typed>>,
      ][]) {
        form.setValue(name, value);
        onField(name);
      }
    },
    /** Shows a refusal at the field that it names, which gets the focus; false where the form has no such field. */
    refuse: (error: Error): boolean => {
      const named = invalidField(error);
      const name = Object.keys(form.getValues()).find((one) => one === named);
      if (name === undefined) return false;
      // why the cast: a form without nested values has its keys as paths.
      form.setError(name as Path<Typed>, { message: error.message }, { shouldFocus: true });
      return true;
    },
  };
}

/** A text that fails number validation. */
const INVALID_NUMBER = '?';

/** why: browsers report an invalid number as an empty value, so validation would call it missing. */
function withInvalidNumbers<Typed extends FieldValues, Sent>(
  resolver: Resolver<Typed, unknown, Sent>,
): Resolver<Typed, unknown, Sent> {
  return (values, context, options) => {
    const seen: FieldValues = { ...values };
    for (const [name, { ref }] of Object.entries(options.fields)) {
      if (ref instanceof HTMLInputElement && ref.validity.badInput) seen[name] = INVALID_NUMBER;
    }
    return resolver(seen as Typed, context, options);
  };
}

/** Checks a text by a function that says what is wrong with it, or null. */
export const checkedBy = (problemOf: (typed: string) => string | null) =>
  z.check<string>(({ value, issues }) => {
    const message = problemOf(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });

/** The schema of a form that a function checks as a whole: it names the wrong fields, each with its message. */
export const checkedTogether = <Typed extends FieldValues>(
  problemsOf: (typed: Typed) => Readonly<Partial<Record<string, string>>>,
) =>
  z.custom<Typed>().check(({ value, issues }) => {
    for (const [name, message] of Object.entries(problemsOf(value))) {
      if (message) issues.push({ code: 'custom', message, input: value, path: name.split('.') });
    }
  });
