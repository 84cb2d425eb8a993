import { Check } from 'lucide-react';
import { useState } from 'react';
import type { LookupOption } from '#data/stock/inventory-answers.ts';
import { lookupNameProblem } from '#domain/inventory/lookup-name.ts';
import type { StarterList, StarterValue } from '#domain/setup/starter-lists.ts';
import { Button } from '#ui/button.tsx';
import { Swatch } from '#ui/checkbox-list.tsx';
import { FIRST_SWATCH, NameForm } from '../inventory/lookups/name-form.tsx';

export interface StarterFieldsProps {
  list: StarterList;
  /** Its values in the database. */
  listed: readonly LookupOption[];
  selected: readonly StarterValue[];
  onChange: (selected: StarterValue[]) => void;
}

const CHIP = 'flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-sm md:min-h-9';

/** A lookup: its values, suggestions to select, and a field for another one. */
export function StarterFields({ list, listed, selected, onChange }: StarterFieldsProps) {
  const [added, setAdded] = useState(0);
  const isSelected = ({ label }: StarterValue) => selected.some((one) => one.label === label);
  const isListed = ({ label }: StarterValue) =>
    listed.some((one) => one.label.toLowerCase() === label.toLowerCase());
  const suggested = list.values.filter((value) => !isListed(value));
  const own = selected.filter((value) => !list.values.some(({ label }) => label === value.label));
  const unselected = suggested.filter((value) => !isSelected(value));
  const shown = [...suggested, ...own];
  const hasSwatches = list.values.some(({ hex }) => hex !== undefined);
  return (
    <section aria-label={list.title} className="py-5">
      <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3">
        <h3 className="text-sm font-semibold">{list.title}</h3>
        {unselected.length > 1 && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Select all: ${list.title}`}
            onClick={() => onChange([...selected, ...unselected])}
          >
            Select all
          </Button>
        )}
      </div>
      <ul className="flex flex-wrap gap-2">
        {listed.map(({ id, label }) => (
          <li key={id} className={`${CHIP} border-transparent bg-paper-deep text-ink-quiet`}>
            <Check aria-hidden size={16} />
            <span className="min-w-0 break-words">{label}</span>
            <span className="sr-only">, in the list</span>
          </li>
        ))}
        {shown.map((value) => (
          <li key={value.label} className="min-w-0">
            <label
              className={`${CHIP} cursor-pointer border-rule-strong bg-surface hover:border-ink has-checked:border-teal has-checked:bg-teal-pale`}
            >
              <input
                type="checkbox"
                checked={isSelected(value)}
                onChange={() =>
                  onChange(
                    isSelected(value)
                      ? selected.filter(({ label }) => label !== value.label)
                      : [...selected, value],
                  )
                }
                className="size-4.5 shrink-0 cursor-pointer accent-teal"
              />
              {value.hex !== undefined && <Swatch colour={value.hex} />}
              <span className="min-w-0 break-words">{value.label}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="max-w-sm">
        <NameForm
          // why: a new key resets the form after each addition.
          key={added}
          isFocused={added > 0}
          label={`Another one: ${list.title}`}
          submit="Add"
          busy={false}
          swatch={hasSwatches ? FIRST_SWATCH : undefined}
          problemOf={(name) =>
            lookupNameProblem(
              list.spelling(name),
              [...listed, ...shown].map(({ label }) => label),
            )
          }
          onSubmit={(entry) => {
            onChange([...selected, { ...entry, label: list.spelling(entry.label) }]);
            setAdded(added + 1);
          }}
        />
      </div>
    </section>
  );
}
