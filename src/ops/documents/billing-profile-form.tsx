import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { saveBillingProfile } from '#data/documents/documents.ts';
import type { BillingProfile, DocumentRecord } from '#domain/documents/document-record.ts';
import { GST_STATES } from '#domain/documents/gst-states.ts';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { checkedBy, useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

export interface BillingProfileFormProps {
  customer: DocumentRecord['customer'];
  /** Null for a new one. */
  profile: BillingProfile | null;
  onSaved: (profile: BillingProfile) => void;
}

const wholeGstin = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase();
const gstinProblem = (gstin: string) =>
  gstin === '' ? null : settingProblem({ type: 'gstin' }, gstin);

const PROFILE = z.object({
  label: z.string().check(z.trim()),
  legal_name: z.string().check(z.trim(), z.minLength(1, 'Enter the name.')),
  gstin: z.string().check(z.overwrite(wholeGstin), checkedBy(gstinProblem)),
  address: z.string().check(z.trim()),
  state_code: z.string(),
});

/** Edits the name, address and GSTIN that a customer is billed under. A GSTIN fixes the state. */
export function BillingProfileForm({ customer, profile, onSaved }: BillingProfileFormProps) {
  const api = useStaffApi();
  const keys = useIdempotencyKey();
  const first = useFirstField<HTMLFormElement>();
  const { form, field, refuse } = useCheckedForm(PROFILE, {
    defaultValues: {
      label: profile?.label ?? '',
      legal_name: profile?.legal_name ?? customer.name ?? '',
      gstin: profile?.gstin ?? '',
      address: profile?.address ?? '',
      state_code: profile?.state_code ?? '',
    },
  });
  const typed = useWatch({ control: form.control, name: ['gstin', 'state_code'] });
  const gstin = wholeGstin(typed[0]);
  const problem = gstinProblem(gstin);
  const isStateFixed = gstin !== '' && problem === null;
  const state_code = isStateFixed ? gstin.slice(0, 2) : typed[1];
  const save = useSingleMutation({
    mutationFn: ({ label, legal_name, address }: z.output<typeof PROFILE>) => {
      const call = {
        customer: customer.id,
        profile: {
          id: profile?.id ?? null,
          label: label || legal_name,
          legal_name,
          gstin: gstin || null,
          address,
          state_code: state_code || null,
        },
      };
      return saveBillingProfile(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: (saved) => {
      keys.forget();
      notify.success('Billing details saved');
      onSaved(saved);
    },
    onError: (error) => {
      if (!refuse(error)) notifyFailure('Billing details not saved', error);
    },
  });
  const submit = form.handleSubmit((values) => save.mutate(values));
  const gstinField = field('gstin');
  return (
    <form
      ref={first}
      noValidate
      className="space-y-3"
      aria-label="Billing details"
      onSubmit={(event) => void submit(event)}
    >
      <TextField {...field('legal_name')} label="Legal name" maxLength={120} autoComplete="off" />
      <TextField
        {...gstinField}
        label="GSTIN"
        optional
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        // why the length: a GSTIN that is still being typed is not wrong yet.
        error={gstinField.error ?? (gstin.length >= 15 ? (problem ?? undefined) : undefined)}
        hint={isStateFixed ? 'The check digit fits.' : '15 characters; empty for a consumer.'}
      />
      <TextArea {...field('address')} label="Address" optional rows={3} maxLength={400} />
      <SelectField
        {...field('state_code')}
        label="State"
        optional
        disabled={isStateFixed}
        value={state_code}
        hint={isStateFixed ? 'From the GSTIN.' : undefined}
      >
        <option value="">not known</option>
        {[...GST_STATES].map(([code, name]) => (
          <option key={code} value={code}>
            {code} · {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('label')}
        label="Short name"
        optional
        maxLength={60}
        autoComplete="off"
        hint="For lists in the back office; the legal name by default."
      />
      <Button type="submit" busy={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  );
}
