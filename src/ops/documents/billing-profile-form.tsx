import { useEffect, useState, type FormEvent } from 'react';
import { saveBillingProfile } from '#data/documents.ts';
import { invalidField } from '#data/invalid-field.ts';
import type { BillingProfile, DocumentRecord } from '#domain/documents/document-record.ts';
import { GST_STATES } from '#domain/documents/gst-states.ts';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { focusInvalid } from '#ui/focus-invalid.ts';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { useIdempotencyKey } from '../crm/shared/use-idempotency-key.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Props of {@link BillingProfileForm}. */
export interface BillingProfileFormProps {
  customer: DocumentRecord['customer'];
  /** Null for a new one. */
  profile: BillingProfile | null;
  onSaved: (profile: BillingProfile) => void;
}

/** Edits the name, address and GSTIN that a customer is billed under. A GSTIN fixes the state. */
export function BillingProfileForm({ customer, profile, onSaved }: BillingProfileFormProps) {
  const api = useStaffApi();
  const keys = useIdempotencyKey();
  const form = useFirstField<HTMLFormElement>();
  const [isTried, setTried] = useState(false);
  const [values, setValues] = useState({
    label: profile?.label ?? '',
    legal_name: profile?.legal_name ?? customer.name ?? '',
    gstin: profile?.gstin ?? '',
    address: profile?.address ?? '',
    state_code: profile?.state_code ?? '',
  });
  const gstin = values.gstin.replaceAll(/\s/g, '').toUpperCase();
  const gstinProblem = gstin === '' ? null : settingProblem({ type: 'gstin' }, gstin);
  const isStateFixed = gstin !== '' && gstinProblem === null;
  const state_code = isStateFixed ? gstin.slice(0, 2) : values.state_code;
  const save = useSingleMutation({
    mutationFn: () => {
      const legal_name = values.legal_name.trim();
      const call = {
        customer: customer.id,
        profile: {
          id: profile?.id ?? null,
          label: values.label.trim() || legal_name,
          legal_name,
          gstin: gstin || null,
          address: values.address.trim(),
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
      if (!invalidField(error)) notifyFailure('Billing details not saved', error);
    },
  });
  const refused = invalidField(save.error);
  useEffect(() => {
    if (save.error) focusInvalid(form.current);
  }, [save.error, form]);
  const errorOf = (field: string) => (refused === field ? save.error?.message : undefined);
  const nameMissing = values.legal_name.trim() === '' ? 'Enter the name.' : undefined;
  const set = (field: keyof typeof values) => (event: { target: { value: string } }) => {
    save.reset();
    setValues({ ...values, [field]: event.target.value });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nameMissing && !gstinProblem) save.mutate(undefined);
    else focusInvalid(form.current);
  };
  return (
    <form
      ref={form}
      noValidate
      className="space-y-3"
      aria-label="Billing details"
      onSubmit={submit}
    >
      <TextField
        label="Legal name"
        maxLength={120}
        autoComplete="off"
        value={values.legal_name}
        error={errorOf('legal_name') ?? (isTried ? nameMissing : undefined)}
        onChange={set('legal_name')}
      />
      <TextField
        label="GSTIN"
        optional
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        value={values.gstin}
        error={
          errorOf('gstin') ??
          // why the length: a GSTIN that is still being typed is not wrong yet.
          (isTried || gstin.length >= 15 ? (gstinProblem ?? undefined) : undefined)
        }
        hint={isStateFixed ? 'The check digit fits.' : '15 characters; empty for a consumer.'}
        onChange={set('gstin')}
      />
      <TextArea
        label="Address"
        optional
        rows={3}
        maxLength={400}
        value={values.address}
        error={errorOf('address')}
        onChange={set('address')}
      />
      <SelectField
        label="State"
        optional
        disabled={isStateFixed}
        value={state_code}
        error={errorOf('state_code')}
        hint={isStateFixed ? 'From the GSTIN.' : undefined}
        onChange={set('state_code')}
      >
        <option value="">not known</option>
        {[...GST_STATES].map(([code, name]) => (
          <option key={code} value={code}>
            {code} · {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Short name"
        optional
        maxLength={60}
        autoComplete="off"
        value={values.label}
        error={errorOf('label')}
        hint="For lists in the back office; the legal name by default."
        onChange={set('label')}
      />
      <Button type="submit" busy={save.isPending}>
        {save.isPending ? 'saving...' : 'save'}
      </Button>
    </form>
  );
}
