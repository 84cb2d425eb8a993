import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { foundCustomersQuery } from '#data/crm/customers.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import {
  historyText,
  identityText,
  mobileIn,
  type FoundCustomer,
} from '#domain/crm/found-customer.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/field.tsx';
import { useDebouncedText } from '#ui/use-debounced-text.ts';
import { useOptions } from '../../kit/pickers/use-options.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface CustomerFinderProps {
  /** The text in the field, kept with the draft. */
  said: string;
  error: string | undefined;
  onSaid: (said: string) => void;
  onFound: (customer: FoundCustomer) => void;
  onNew: (said: string) => void;
}

/** Customers shown at first, and after "Show more". */
const [FEW, MANY] = [8, 50];

/**
 * Finds a customer by any words, or begins a new one: arrows move, Enter chooses. A whole mobile number decides by
 * itself.
 */
export function CustomerFinder({ said, error, onSaid, onFound, onNew }: CustomerFinderProps) {
  const [q, setQ] = useState(said.trim());
  const [size, setSize] = useState(FEW);
  // Enter was pressed before there was an answer.
  const isWanted = useRef(false);
  const search = useDebouncedText(q, setQ, (text) => text.trim());
  const isSearched = q.length > 1;
  const read = useQuery({
    ...foundCustomersQuery(useStaffApi(), q, size),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const isAnswered = isSearched && read.isSuccess && !read.isPlaceholderData;
  const found = isSearched ? (read.data?.items ?? []) : [];
  const choices: Choice[] = [
    ...found.map((customer): Choice => ({ customer })),
    ...(isSearched && read.data?.more && size === FEW ? (['more'] as const) : []),
    ...(isAnswered ? (['new'] as const) : []),
  ];
  const options = useOptions(choices.length);
  const pick = (choice: Choice | undefined) => {
    if (choice === 'new') onNew(q);
    else if (choice === 'more') setSize(MANY);
    else if (choice) onFound(choice.customer);
  };
  const settle = useEffectEvent(([only, ...others]: readonly FoundCustomer[]) => {
    const wasWanted = isWanted.current;
    isWanted.current = false;
    if (only && (mobileIn(q) !== null || (wasWanted && others.length === 0))) onFound(only);
    // why not of several: Enter must not choose one that nobody has seen.
    else if (mobileIn(q) !== null) onNew(q);
  });
  const answer = isAnswered ? read.data : undefined;
  useEffect(() => {
    if (answer) settle(answer.items);
  }, [answer]);
  return (
    <>
      <TextField
        {...options.input}
        label="Customer"
        placeholder="Name, company, mobile or e-mail"
        maxLength={LONGEST_SEARCH}
        value={search.text}
        error={error}
        hint={hintOf(q, read, found.length)}
        onChange={(event) => {
          search.setText(event.target.value);
          onSaid(event.target.value);
          options.reset();
          setSize(FEW);
          isWanted.current = false;
        }}
        onKeyDown={(event) => {
          if (options.move(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey)
            return;
          event.preventDefault();
          if (isAnswered && search.text.trim() === q) return pick(choices[options.at]);
          isWanted.current = true;
          search.apply(search.text);
        }}
      />
      <div
        {...options.list}
        aria-label="Found customers"
        className={classNames(
          'mb-2 max-h-80 divide-y divide-rule overflow-y-auto border-y border-rule text-sm',
          choices.length === 0 && 'hidden',
        )}
      >
        {choices.map((choice, at) => (
          // why: the keyboard is the combobox's, by the ARIA pattern.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={typeof choice === 'string' ? choice : choice.customer.id}
            id={options.optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === options.at}
            onClick={() => pick(choice)}
            className={classNames(
              'min-h-11 cursor-pointer px-3 py-2 break-words hover:bg-paper-deep',
              at === options.at && 'bg-teal-pale outline-2 -outline-offset-2 outline-transparent',
            )}
          >
            {choice === 'more' && 'Show more'}
            {choice === 'new' && `New customer “${q}”`}
            {typeof choice !== 'string' && <FoundFacts customer={choice.customer} />}
          </div>
        ))}
      </div>
    </>
  );
}

type Choice = { customer: FoundCustomer } | 'more' | 'new';

function FoundFacts({ customer }: { customer: FoundCustomer }) {
  return (
    <>
      <span className="block font-medium">{customerName(customer)}</span>
      <span className="block text-xs text-ink-quiet tabular-nums">{identityText(customer)}</span>
      <span className="block text-xs text-ink-quiet tabular-nums">{historyText(customer)}</span>
    </>
  );
}

function hintOf(
  q: string,
  { isError, isPending }: { isError: boolean; isPending: boolean },
  count: number,
): string | undefined {
  if (q === '') return 'A whole mobile number chooses its customer.';
  if (q.length < 2) return undefined;
  if (isError) return 'The customers could not be searched. Type again to retry.';
  if (isPending) return 'Looking for the customer...';
  if (count === 0) return 'Nobody found.';
  return undefined;
}
