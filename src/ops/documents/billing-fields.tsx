import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BillingProfile } from '#domain/documents/document-record.ts';
import { ABROAD, stateName } from '#domain/documents/gst-states.ts';
import { billingContradictions } from '#domain/documents/tax-contradictions.ts';
import { GSTIN_KINDS, gstinKind } from '#domain/settings/rules/gstin.ts';
import { formatMobile } from '#domain/phone.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useRefetch } from '../kit/use-refetch.ts';
import { BillingProfileForm } from './billing-profile-form.tsx';
import { Contradictions } from './contradictions.tsx';
import { fieldId } from './field-ids.ts';
import type { DocumentEditing } from './use-document-draft.ts';

/** The customer of a draft, and the name, address and GSTIN that it is billed under. */
export function BillingFields({ editing }: { editing: DocumentEditing }) {
  const { record, edited, change } = editing;
  const { customer, billing_profiles: profiles } = record;
  const [open, setOpen] = useState<{ profile: BillingProfile | null } | null>(null);
  const [made, setMade] = useState<BillingProfile | null>(null);
  const refetch = useRefetch();
  const known = made && !profiles.some(({ id }) => id === made.id) ? [...profiles, made] : profiles;
  const profile = known.find(({ id }) => id === edited.billing_profile) ?? null;
  return (
    <section aria-label="Customer">
      <h2 className="text-sm font-semibold">Customer</h2>
      <p className="mt-1 text-sm">
        <Link
          to="/ops/customers/$number"
          params={{ number: customer.number }}
          preload={false}
          className="text-teal underline underline-offset-2"
        >
          {customer.name ?? customer.number}
        </Link>
        {customer.mobile !== null && (
          <span className="text-ink-quiet tabular-nums"> · {formatMobile(customer.mobile)}</span>
        )}
      </p>
      <SelectField
        id={fieldId('billing_profile')}
        className="mt-3"
        label="Billed to"
        value={edited.billing_profile ?? ''}
        onChange={(event) => change({ billing_profile: event.target.value || null })}
      >
        <option value="">{customer.name ?? customer.number}, without GSTIN</option>
        {known.map(({ id, label, legal_name, gstin }) => (
          <option key={id} value={id}>
            {label || legal_name}
            {gstin ? ` · ${gstin}` : ''}
          </option>
        ))}
      </SelectField>
      {profile && (
        <address className="-mt-3 mb-2 text-sm break-words whitespace-pre-line text-ink-quiet not-italic">
          {[profile.legal_name, profile.address, stateName(profile.state_code)]
            .filter(Boolean)
            .join('\n')}
        </address>
      )}
      {profile && <TaxNotes profile={profile} studioGstin={record.studio.gstin} />}
      <div className="-ml-3.5 flex flex-wrap">
        {profile && (
          <Button variant="quiet" size="sm" onClick={() => setOpen({ profile })}>
            Edit billing details
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={() => setOpen({ profile: null })}>
          New billing details
        </Button>
      </div>
      <Sheet open={open !== null} onClose={() => setOpen(null)} title="Billing details">
        {open && (
          <BillingProfileForm
            key={open.profile?.id ?? 'new'}
            customer={customer}
            studioGstin={record.studio.gstin}
            profile={open.profile}
            onSaved={(saved) => {
              setMade(saved);
              setOpen(null);
              change({ billing_profile: saved.id });
              void refetch();
            }}
          />
        )}
      </Sheet>
    </section>
  );
}

/** Kind of a customer's number, zero-rating of supplies to it, and contradictions of its details. */
function TaxNotes({ profile, studioGstin }: { profile: BillingProfile; studioGstin: string }) {
  const { gstin, address, state_code, zero_rated } = profile;
  const kind = gstin === null ? null : gstinKind(gstin);
  const supply = state_code === ABROAD ? 'Export' : 'SEZ unit or developer';
  const payment = zero_rated === 'without_payment' ? 'without' : 'with';
  return (
    <div className="mb-2 text-sm text-ink-quiet">
      {kind !== null && kind !== 'taxpayer' && <p>This is {GSTIN_KINDS[kind]}.</p>}
      {zero_rated !== null && (
        <p>
          {supply}, {payment} payment of IGST.
        </p>
      )}
      <Contradictions
        found={billingContradictions(
          { gstin: gstin ?? '', address, state_code: state_code ?? '' },
          studioGstin,
        )}
      />
    </div>
  );
}
