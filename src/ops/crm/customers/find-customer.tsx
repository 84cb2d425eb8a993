import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leadsQuery } from '#data/leads.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import type { CustomerFacts } from '#domain/crm/customer.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { formatMobile } from '#domain/phone.ts';
import { ListSearchBox } from '../../shell/list-search-box.tsx';
import { useProfile } from '../../shell/profile.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** Props of {@link FindCustomer}. */
export interface FindCustomerProps {
  /** Why one is looked for. */
  text: string;
  /** Id of a customer that is not offered. */
  without?: string;
  onFound: (customer: Pick<CustomerFacts, 'id' | 'customer_number'>) => void;
}

/** Finds a customer by name, mobile, e-mail or number. */
export function FindCustomer({ text, without, onFound }: FindCustomerProps) {
  const [q, setQ] = useState('');
  const found = useQuery({
    ...leadsQuery(useStaffApi(), { tab: 'leads', q }, useProfile()?.id ?? ''),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const customers = q === '' ? [] : (found.data?.items ?? []).filter(({ id }) => id !== without);
  return (
    <>
      <p className="mb-4 text-sm text-ink-quiet">{text}</p>
      <ListSearchBox
        label="search customers"
        value={q}
        maxLength={LONGEST_SEARCH}
        onChange={setQ}
      />
      <p role="status" className="mt-3 text-sm text-ink-quiet empty:hidden">
        {q !== '' && found.isError && 'The search failed. Try again.'}
        {q !== '' &&
          found.isSuccess &&
          customers.length === 0 &&
          (without ? 'No other customers found.' : 'No customers found.')}
      </p>
      {customers.length > 0 && (
        <ul aria-label="Found customers" className="mt-3 divide-y divide-rule border-y border-rule">
          {customers.slice(0, 10).map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => onFound(customer)}
                className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 py-2.5 text-left text-sm hover:bg-paper-deep"
              >
                <span className="block font-medium break-words">{customerName(customer)}</span>
                <span className="block text-xs text-ink-quiet tabular-nums">
                  {customer.customer_number} · {formatMobile(customer.mobile)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
