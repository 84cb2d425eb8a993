import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { foundCustomersQuery } from '#data/crm/customers.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import {
  calledText,
  detailsIn,
  historyText,
  identityText,
  type FoundCustomer,
} from '#domain/crm/found-customer.ts';
import type { RentalDraft } from '#domain/crm/new-rental.ts';
import { plainEmail } from '#domain/email.ts';
import { editMobile, isMobile } from '#domain/enquiry/mobile.ts';
import { LIMITS } from '#domain/enquiry/enquiry-rules.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/field.tsx';
import { RewrittenField } from '#ui/rewritten-field.tsx';
import type { CheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { CustomerFinder } from './customer-finder.tsx';
import type { RentalChange } from './use-new-rental.ts';

export interface CustomerFieldsProps {
  draft: RentalDraft;
  field: CheckedForm<RentalDraft>['field'];
  change: (changed: RentalChange) => void;
  /** The customer is known: the focus goes to what follows. */
  onKnown: () => void;
}

/** The customer of an enquiry or order: a search, the customer whom it found, or the details of a new one. */
export function CustomerFields({ draft, field, change, onKnown }: CustomerFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const { customer, isNew } = draft;
  const choose = (changed: RentalChange) => {
    hasFocus.current = box.current?.contains(document.activeElement) ?? false;
    change({ said: '', ...changed });
  };
  // why after a render: what had the focus is no longer there.
  useLayoutEffect(() => {
    if (!hasFocus.current) return;
    hasFocus.current = false;
    if (customer) onKnown();
    else focusFirstEmpty(box.current);
  });
  return (
    <div ref={box}>
      {customer && (
        <KnownCustomer
          customer={customer}
          error={field('said').error}
          onChange={() => choose({ customer: null })}
        />
      )}
      {!customer && isNew && (
        <NewCustomerFields
          mobile={draft.mobile}
          field={field}
          onKnown={(known) => choose({ customer: known, isNew: false })}
          onFind={() => choose({ isNew: false })}
        />
      )}
      {!customer && !isNew && (
        <CustomerFinder
          said={draft.said}
          error={field('said').error}
          onSaid={(said) => change({ said })}
          onFound={(found) => choose({ customer: found })}
          onNew={(said) => choose({ isNew: true, ...detailsIn(said) })}
        />
      )}
    </div>
  );
}

function focusFirstEmpty(box: HTMLElement | null) {
  const fields = [...(box?.querySelectorAll('input') ?? [])];
  const isEmpty = ({ value }: HTMLInputElement) => value === '' || value === '+91';
  (fields.find(isEmpty) ?? fields[0])?.focus();
}

interface KnownCustomerProps {
  customer: FoundCustomer;
  error: string | undefined;
  onChange: () => void;
}

function KnownCustomer({ customer, error, onChange }: KnownCustomerProps) {
  return (
    <div className="mb-2">
      <p className="mb-1.5 text-sm font-medium">Customer</p>
      <div className="flex flex-wrap items-start justify-end gap-x-2 rounded-sm bg-teal-pale py-1.5 pr-1.5 pl-3 text-sm">
        <p role="status" className="min-w-0 grow basis-48 py-1 break-words">
          <Link
            to="/ops/customers/$number"
            params={{ number: customer.customer_number }}
            preload={false}
            target="_blank"
            className="font-medium text-teal-deep underline underline-offset-2"
          >
            {customerName(customer)}
          </Link>
          <span className="block text-xs text-ink-quiet tabular-nums">
            {identityText(customer)}
          </span>
          <span className="block text-xs text-ink-quiet tabular-nums">{historyText(customer)}</span>
        </p>
        <Button variant="quiet" size="sm" onClick={onChange}>
          Another customer
        </Button>
      </div>
      <p role="alert" className="mt-1 text-xs text-red empty:hidden">
        {error}
      </p>
    </div>
  );
}

interface NewCustomerFieldsProps {
  /** As typed. */
  mobile: string;
  field: CheckedForm<RentalDraft>['field'];
  onKnown: (customer: FoundCustomer) => void;
  onFind: () => void;
}

function NewCustomerFields({ mobile, field, onKnown, onFind }: NewCustomerFieldsProps) {
  const same = useQuery({
    ...foundCustomersQuery(useStaffApi(), mobile),
    enabled: isMobile(mobile),
  });
  const known = isMobile(mobile) ? same.data?.items[0] : undefined;
  const text = (name: 'first_name' | 'last_name' | 'email') => ({
    ...field(name),
    maxLength: LIMITS[name],
    autoComplete: 'off',
  });
  return (
    <fieldset>
      <legend className="sr-only">New customer</legend>
      <div className="flex items-center justify-between gap-2">
        <p aria-hidden className="text-sm font-medium">
          New customer
        </p>
        <Button variant="quiet" size="sm" className="-mr-3.5" onClick={onFind}>
          Find a customer
        </Button>
      </div>
      <RewrittenField
        {...field('mobile')}
        label="Mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        rewrite={editMobile}
      />
      {known && (
        <p
          role="status"
          className="mb-2 flex flex-wrap items-center justify-between gap-x-3 rounded-sm bg-teal-pale px-3 py-1 text-sm"
        >
          The number of {calledText(known)}.
          <Button variant="quiet" size="sm" className="-mx-3.5" onClick={() => onKnown(known)}>
            Use this customer
          </Button>
        </p>
      )}
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <TextField {...text('first_name')} label="First name" />
        <TextField {...text('last_name')} label="Last name" />
        <EmailField
          {...text('email')}
          label="E-mail"
          plain={plainEmail}
          optional
          className="sm:col-span-2"
        />
      </div>
    </fieldset>
  );
}
