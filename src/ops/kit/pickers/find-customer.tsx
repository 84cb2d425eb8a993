import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundCustomersQuery } from '#data/crm/customers.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import type { CustomerFacts } from '#domain/crm/customer.ts';
import { identityText } from '#domain/crm/found-customer.ts';
import { ListSearchBox } from '../lists/list-search-box.tsx';
import { useStaffApi } from '../use-staff-api.ts';

export interface FindCustomerProps {
  /** Why one is looked for. */
  text: string;
  /** Id of a customer that is not offered. */
  without?: string;
  onFound: (customer: Pick<CustomerFacts, 'id' | 'customer_number'>) => void;
}

const MOST_SHOWN = 10;

/** Finds a customer by any words of name, company, mobile, e-mail and number. */
export function FindCustomer({ text, without, onFound }: FindCustomerProps) {
  const [q, setQ] = useState('');
  const found = useQuery({
    ...foundCustomersQuery(useStaffApi(), q, MOST_SHOWN),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const customers = q === '' ? [] : (found.data?.items ?? []).filter(({ id }) => id !== without);
  return (
    <>
      <p className="mb-4 text-sm text-ink-quiet">{text}</p>
      <ListSearchBox label="Search customers" value={q} onChange={setQ} />
      <p role="status" className="mt-3 text-sm text-ink-quiet empty:hidden">
        {q !== '' && found.isError && 'The search failed. Try again.'}
        {q !== '' &&
          found.isSuccess &&
          customers.length === 0 &&
          (without ? 'No other customers found.' : 'No customers found.')}
      </p>
      {customers.length > 0 && (
        <ul aria-label="Found customers" className="mt-3 divide-y divide-rule border-y border-rule">
          {customers.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => onFound(customer)}
                className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 py-2.5 text-left text-sm hover:bg-paper-deep"
              >
                <span className="block font-medium break-words">{customerName(customer)}</span>
                <span className="block text-xs text-ink-quiet tabular-nums">
                  {identityText(customer)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
