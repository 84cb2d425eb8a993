import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Lead } from '#data/leads.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import type { RentalDraft, RentalProblems } from '#domain/crm/new-rental.ts';
import { editMobile, isMobile } from '#domain/enquiry/mobile.ts';
import { LIMITS } from '#domain/enquiry/enquiry-rules.ts';
import { TextField } from '#ui/field.tsx';

/** Props of {@link CallerFields}. */
export interface CallerFieldsProps {
  draft: RentalDraft;
  /** The customer with this number; null when there is none. */
  caller: UseQueryResult<Lead | null>;
  problems: RentalProblems;
  onChange: (values: Partial<RentalDraft>) => void;
}

/** The caller: the mobile number first. A known number shows its customer, a new one takes the name. */
export function CallerFields({ draft, caller, problems, onChange }: CallerFieldsProps) {
  const isWhole = isMobile(draft.mobile);
  const known = isWhole ? caller.data : undefined;
  const field = (name: 'first_name' | 'last_name' | 'email') => ({
    value: draft[name],
    error: problems[name],
    maxLength: LIMITS[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField
        label="Mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={draft.mobile}
        error={problems.mobile}
        hint={hintOf(isWhole, caller)}
        onChange={({ target }) => {
          const edit = { previous: draft.mobile, raw: target.value, caret: target.selectionStart };
          const { value, caret } = editMobile(edit);
          onChange({ mobile: value });
          requestAnimationFrame(() => target.setSelectionRange(caret, caret));
        }}
      />
      {known && <KnownCaller lead={known} />}
      {isWhole && caller.isSuccess && !known && (
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
          <TextField label="First name" {...field('first_name')} />
          <TextField label="Last name" {...field('last_name')} />
          <TextField label="E-mail" optional className="sm:col-span-2" {...field('email')} />
        </div>
      )}
    </>
  );
}

function hintOf(isWhole: boolean, caller: UseQueryResult<Lead | null>): string | undefined {
  if (!isWhole) return 'The number finds a known customer.';
  if (caller.isPending) return 'Looking for the customer...';
  if (caller.isError) return 'The customers could not be searched. Change the number to try again.';
  return caller.data ? undefined : 'A new customer.';
}

function KnownCaller({ lead }: { lead: Lead }) {
  const facts = [
    lead.customer_number,
    lead.orders === 1 ? '1 order' : `${lead.orders} orders`,
    lead.open_enquiries === 1 ? '1 open enquiry' : `${lead.open_enquiries} open enquiries`,
  ];
  return (
    <p
      role="status"
      className="mb-2 flex flex-wrap items-baseline gap-x-3 rounded-sm bg-teal-pale px-3 py-2 text-sm"
    >
      <Link
        to="/ops/customers/$number"
        params={{ number: lead.customer_number }}
        preload={false}
        target="_blank"
        className="font-medium text-teal-deep underline underline-offset-2"
      >
        {customerName(lead)}
      </Link>
      <span className="text-ink-quiet tabular-nums">{facts.join(' · ')}</span>
    </p>
  );
}
