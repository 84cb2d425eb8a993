import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { saveBillingProfile } from '#data/documents/documents.ts';
import type { BillingProfile, DocumentRecord } from '#domain/documents/document-record.ts';
import { ABROAD, GST_PLACES } from '#domain/documents/gst-states.ts';
import { billingContradictions } from '#domain/documents/tax-contradictions.ts';
import { igstPayment } from '#domain/documents/zero-rated.ts';
import { GSTIN_KINDS, gstinKind, wholeTaxNumber } from '#domain/settings/rules/gstin.ts';
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
import { Contradictions } from './contradictions.tsx';

export interface BillingProfileFormProps {
  customer: DocumentRecord['customer'];
  /** The studio's own, or ''. */
  studioGstin: string;
  /** Null for a new one. */
  profile: BillingProfile | null;
  onSaved: (profile: BillingProfile) => void;
}

const gstinProblem = (gstin: string) =>
  gstin === '' ? null : settingProblem({ type: 'gstin', any: true }, gstin);

const PROFILE = z.object({
  label: z.string().check(z.trim()),
  legal_name: z.string().check(z.trim(), z.minLength(1, 'Enter the name.')),
  gstin: z.string().check(z.overwrite(wholeTaxNumber), checkedBy(gstinProblem)),
  address: z.string().check(z.trim()),
  state_code: z.string(),
  zero_rated: z.enum(['', ...igstPayment.options]),
});

/** The state of a GSTIN; an online service from abroad has none. */
const stateOf = (gstin: string) => (gstinKind(gstin) === 'oidar' ? ABROAD : gstin.slice(0, 2));

function gstinHint(gstin: string): string {
  const kind = gstinKind(gstin) ?? 'taxpayer';
  return kind === 'taxpayer' ? 'The check digit fits.' : `This is ${GSTIN_KINDS[kind]}.`;
}

/** The choices of a zero-rated supply: for a customer abroad, and for one with a GSTIN. */
function zeroRatedOptions(isAbroad: boolean, hasGstin: boolean): [value: string, text: string][] {
  const payments: [string, string][] = [
    ['with_payment', 'with payment of IGST'],
    ['without_payment', 'without payment (LUT)'],
  ];
  if (isAbroad) return payments.map(([value, text]) => [value, `Export, ${text}`]);
  if (!hasGstin) return [];
  return [
    ['', 'no'],
    ...payments.map(([value, text]): [string, string] => [value, `SEZ, ${text}`]),
  ];
}

/** Edits the name, address and GSTIN that a customer is billed under. A GSTIN fixes the state. */
export function BillingProfileForm({
  customer,
  studioGstin,
  profile,
  onSaved,
}: BillingProfileFormProps) {
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
      zero_rated: profile?.zero_rated ?? '',
    },
  });
  const typed = useWatch({ control: form.control, name: ['gstin', 'state_code', 'address'] });
  const gstin = wholeTaxNumber(typed[0]);
  const problem = gstinProblem(gstin);
  const isStateFixed = gstin !== '' && problem === null;
  const state_code = isStateFixed ? stateOf(gstin) : typed[1];
  const options = zeroRatedOptions(state_code === ABROAD, isStateFixed);
  const contradictions = billingContradictions(
    { gstin: isStateFixed ? gstin : '', address: typed[2], state_code },
    studioGstin,
  );
  const save = useSingleMutation({
    mutationFn: ({ label, legal_name, address, zero_rated }: z.output<typeof PROFILE>) => {
      const call = {
        customer: customer.id,
        profile: {
          id: profile?.id ?? null,
          label: label || legal_name,
          legal_name,
          gstin: gstin || null,
          address,
          state_code: state_code || null,
          zero_rated: (options.length > 0 && zero_rated) || null,
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
        // why more than 15: blanks and hyphens are taken out.
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        // why the length: a GSTIN that is still being typed is not wrong yet.
        error={gstinField.error ?? (gstin.length >= 15 ? (problem ?? undefined) : undefined)}
        hint={isStateFixed ? gstinHint(gstin) : '15 characters; empty for a consumer.'}
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
        {[...GST_PLACES].map(([code, name]) => (
          <option key={code} value={code}>
            {code} · {name}
          </option>
        ))}
      </SelectField>
      {options.length > 0 && (
        <SelectField
          {...field('zero_rated')}
          label="Zero-rated supply"
          hint={state_code === ABROAD ? undefined : 'For an SEZ unit or developer.'}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
      <Contradictions found={contradictions} />
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
