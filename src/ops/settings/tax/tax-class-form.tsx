import { useEffect, useState, type FormEvent } from 'react';
import { invalidField } from '#data/invalid-field.ts';
import { saveTaxClass } from '#data/tax-classes.ts';
import type { TaxClass } from '#domain/documents/document-record.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { focusInvalid } from '#ui/focus-invalid.ts';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { useIdempotencyKey } from '../../crm/shared/use-idempotency-key.ts';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useRefetch } from '../../shell/use-refetch.ts';
import { useSingleMutation } from '../../shell/use-single-mutation.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** Props of {@link TaxClassForm}. */
export interface TaxClassFormProps {
  /** Null for a new one. */
  taxClass: TaxClass | null;
  onSaved: () => void;
}

const RATE = /^(\d{1,2}(\.\d{1,2})?|100)$/;
const SAC = /^(\d{4}|\d{6})$/;

/** Edits a tax class. Saving succeeds the present one. */
export function TaxClassForm({ taxClass, onSaved }: TaxClassFormProps) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const form = useFirstField<HTMLFormElement>();
  const [isTried, setTried] = useState(false);
  const [values, setValues] = useState({
    label: taxClass?.label ?? '',
    sac: taxClass?.sac ?? '',
    rate: taxClass ? String(taxClass.rate) : '18',
    place: taxClass?.place ?? 'recipient',
  });
  const label = values.label.trim();
  const sac = values.sac.trim();
  const rate = values.rate.replace('%', '').trim();
  const problems: Record<string, string | false> = {
    label: label === '' && 'Enter a name.',
    sac: !SAC.test(sac) && 'A SAC has 4 or 6 digits.',
    rate: !RATE.test(rate) && 'Enter a percentage from 0 to 100.',
  };
  const save = useSingleMutation({
    mutationFn: () => {
      const call = {
        id: taxClass?.id ?? null,
        label,
        sac,
        rate: Number(rate),
        place: values.place,
      };
      return saveTaxClass(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: () => {
      keys.forget();
      notify.success('Tax class saved', { description: 'New lines have it from now on.' });
      onSaved();
      void refetch();
    },
    onError: (error) => {
      if (!invalidField(error)) notifyFailure('Tax class not saved', error);
    },
  });
  const refused = invalidField(save.error);
  useEffect(() => {
    if (save.error) focusInvalid(form.current);
  }, [save.error, form]);
  const errorOf = (field: string) =>
    (refused === field && save.error?.message) || (isTried && problems[field]) || undefined;
  const set = (field: 'label' | 'sac' | 'rate') => (event: { target: { value: string } }) => {
    save.reset();
    setValues({ ...values, [field]: event.target.value });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!Object.values(problems).some(Boolean)) save.mutate(undefined);
    else focusInvalid(form.current);
  };
  return (
    <form ref={form} noValidate className="space-y-3" aria-label="Tax class" onSubmit={submit}>
      <TextField
        label="Name"
        maxLength={60}
        autoComplete="off"
        value={values.label}
        error={errorOf('label')}
        onChange={set('label')}
      />
      <TextField
        label="SAC"
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        value={values.sac}
        error={errorOf('sac')}
        hint="Service accounting code: 4 or 6 digits."
        onChange={set('sac')}
      />
      <TextField
        label="GST rate (%)"
        inputMode="decimal"
        autoComplete="off"
        value={values.rate}
        error={errorOf('rate')}
        onChange={set('rate')}
      />
      <SelectField
        label="Place of supply"
        value={values.place}
        onChange={(event) =>
          setValues({
            ...values,
            place: event.target.value === 'premises' ? 'premises' : 'recipient',
          })
        }
      >
        <option value="recipient">the customer’s state</option>
        <option value="premises">the studio’s state, for what is used in it</option>
      </SelectField>
      <Button type="submit" busy={save.isPending}>
        {save.isPending ? 'saving...' : 'save'}
      </Button>
    </form>
  );
}
