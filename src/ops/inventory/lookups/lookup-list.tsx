import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addLookupValue, lookupValuesQuery, type LookupEntry } from '#data/stock/lookups.ts';
import type { LookupSource } from '#domain/inventory/inventory-kind.ts';
import { lookupNameProblem } from '#domain/inventory/lookup-name.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { LookupRow } from './lookup-row.tsx';
import { FIRST_SWATCH, NameForm } from './name-form.tsx';
import { useLookupChange } from './use-lookup-change.ts';

export interface LookupListProps {
  /** 'Brand' */
  label: string;
  source: LookupSource;
  hasSwatches: boolean;
  /** Normalises a new value. */
  spelling?: ((typed: string) => string) | undefined;
}

const asTyped = (typed: string) => typed;

/** The values of a lookup: add, rename, and remove unused ones. */
export function LookupList({ label, source, hasSwatches, spelling = asTyped }: LookupListProps) {
  const api = useStaffApi();
  const values = useQuery(lookupValuesQuery(api, source));
  // why: the id changes only after success, so that a retry does not add the value twice.
  const [newId, setNewId] = useState(randomUuid);
  const add = useLookupChange(
    (entry: LookupEntry) => addLookupValue(api, source, newId, entry),
    `Error adding the ${label.toLowerCase()}`,
  );
  if (values.isError && !values.data) {
    return <ReadFailure level={3} title="The list could not be loaded" read={values} />;
  }
  const listed = values.data;
  if (!listed) {
    return (
      <LoadingSkeleton
        blocks={['h-9 w-full', 'h-9 w-full', 'h-9 w-full']}
        className="space-y-3 pt-4"
      />
    );
  }
  // why no form while loading: new names are checked against the existing ones.
  const names = listed.map((value) => value.label);
  const taken = listed.filter(({ id }) => id !== newId).map(({ label }) => label);
  return (
    <>
      <NameForm
        // why: a new key resets the form after each addition.
        key={newId}
        label={`New ${label.toLowerCase()}`}
        submit="Add"
        busy={add.isPending}
        problemOf={(name) => lookupNameProblem(spelling(name), taken)}
        swatch={hasSwatches ? FIRST_SWATCH : undefined}
        onSubmit={(typed) => {
          const entry = { ...typed, label: spelling(typed.label) };
          add.mutate(entry, {
            onSuccess: () => {
              notify.success(`${entry.label} added`);
              setNewId(randomUuid());
            },
          });
        }}
      />
      {listed.length === 0 && <p className="py-4 text-sm text-ink-quiet">The list is empty.</p>}
      <ul aria-label={label} className="mt-2 divide-y divide-rule border-t border-rule">
        {listed.map((value) => (
          <LookupRow
            key={value.id}
            value={value}
            source={source}
            hasSwatch={hasSwatches}
            others={names.filter((name) => name !== value.label)}
          />
        ))}
      </ul>
    </>
  );
}
