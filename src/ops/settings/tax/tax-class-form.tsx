import * as z from 'zod/mini';
import { saveTaxClass } from '#data/documents/tax-classes.ts';
import type { TaxClass } from '#domain/documents/tax-classes.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface TaxClassFormProps {
  /** Null for a new one. */
  taxClass: TaxClass | null;
  onSaved: () => void;
}

const RATE = /^(\d{1,2}(\.\d{1,2})?|100)$/;
const SAC = /^(\d{4}|\d{6}|\d{8})$/;

const TAX_CLASS = z.object({
  label: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')),
  sac: z.string().check(z.trim(), z.regex(SAC, 'A SAC has 4, 6 or 8 digits.')),
  rate: z.pipe(
    z.string().check(
      z.overwrite((typed) => typed.replace('%', '').trim()),
      z.regex(RATE, 'Enter a percentage from 0 to 100.'),
    ),
    z.transform(Number),
  ),
  place: z.enum(['recipient', 'premises']),
});

/** Edits a tax class. Saving succeeds the present one. */
export function TaxClassForm({ taxClass, onSaved }: TaxClassFormProps) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const first = useFirstField<HTMLFormElement>();
  const { form, field, refuse } = useCheckedForm(TAX_CLASS, {
    defaultValues: {
      label: taxClass?.label ?? '',
      sac: taxClass?.sac ?? '',
      rate: taxClass ? String(taxClass.rate) : '18',
      place: taxClass?.place ?? 'recipient',
    },
  });
  const save = useSingleMutation({
    mutationFn: (typed: z.output<typeof TAX_CLASS>) => {
      const call = { id: taxClass?.id ?? null, ...typed };
      return saveTaxClass(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: () => {
      keys.forget();
      notify.success('Tax class saved', { description: 'New lines have it from now on.' });
      onSaved();
      void refetch();
    },
    onError: (error) => {
      if (!refuse(error)) notifyFailure('Tax class not saved', error);
    },
  });
  const submit = form.handleSubmit((typed) => save.mutate(typed));
  return (
    <form
      ref={first}
      noValidate
      className="space-y-3"
      aria-label="Tax class"
      onSubmit={(event) => void submit(event)}
    >
      <TextField {...field('label')} label="Name" maxLength={60} autoComplete="off" />
      <TextField
        {...field('sac')}
        label="SAC"
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        hint="Service accounting code: 4 or 6 digits."
      />
      <TextField {...field('rate')} label="GST rate (%)" inputMode="decimal" autoComplete="off" />
      <SelectField {...field('place')} label="Place of supply">
        <option value="recipient">the customer’s state</option>
        <option value="premises">the studio’s state, for what is used in it</option>
      </SelectField>
      <Button type="submit" busy={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  );
}
