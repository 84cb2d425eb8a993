import { useQueries } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { matchesQuery } from '#data/catalogue/matches.ts';
import { periodText } from '#domain/availability/availability-text.ts';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import {
  cutText,
  firstChoices,
  MOST_WANTED,
  readWantedList,
  wantedText,
  type WantedThing,
} from '#domain/cart/wanted-list.ts';
import { MAX_LINES } from '#domain/cart/cart-line.ts';
import { formatPrice } from '#domain/money.ts';
import { currentRentalDates } from '#storefront/availability/dates-store.ts';
import { copyLines, putBack } from '#storefront/cart/cart-edits.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { SelectField, TextArea } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';

export interface WantedListSheetProps {
  open: boolean;
  onClose: () => void;
}

/** A whole list at once: what was written is searched line by line, and all of it added in one press. */
export function WantedListSheet({ open, onClose }: WantedListSheetProps) {
  const [things, setThings] = useState<readonly WantedThing[]>([]);
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  return (
    <Sheet open={open} onClose={onClose} title="Paste a list">
      {things.length === 0 ? (
        <ListForm typed={typed} onTyped={setTyped} onFind={setThings} />
      ) : (
        <Matches
          things={things}
          onBack={() => setThings([])}
          onAdded={() => {
            const others = readWantedList(typed).slice(MOST_WANTED);
            setThings([]);
            setTyped(others.map(wantedText).join('\n'));
            if (others.length > 0) return;
            onClose();
            void navigate({ to: '/my-order' });
          }}
        />
      )}
    </Sheet>
  );
}

interface ListFormProps {
  typed: string;
  onTyped: (typed: string) => void;
  onFind: (things: readonly WantedThing[]) => void;
}

function ListForm({ typed, onTyped, onFind }: ListFormProps) {
  const form = useFirstField<HTMLFormElement>();
  const things = readWantedList(typed);
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(things.slice(0, MOST_WANTED));
      }}
    >
      <TextArea
        label="Your list"
        hint={`One thing a line, like “6 wine glasses”; at most ${MOST_WANTED} lines.`}
        rows={14}
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
      />
      <p role="status" className="text-sm empty:hidden">
        {cutText(things)}
      </p>
      <Button type="submit" disabled={things.length === 0}>
        Find all
      </Button>
    </form>
  );
}

interface MatchesProps {
  things: readonly WantedThing[];
  onBack: () => void;
  onAdded: () => void;
}

/** The matches of each line, the best one chosen. */
function Matches({ things, onBack, onAdded }: MatchesProps) {
  const { api } = useRouter().options.context;
  const [dates] = useState(currentRentalDates);
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  const reads = useQueries({
    queries: things.map(({ text }) => matchesQuery(api, text, dates)),
  });
  const matches = reads.map(({ data }) => data?.items ?? []);
  // why none of a partial match: it has not all that was asked for, so it is only offered.
  const firsts = firstChoices(reads.map(({ data }) => (data && !data.partial ? data.items : [])));
  const isReading = reads.some(({ isPending }) => isPending);
  const failed = reads.filter(({ isError }) => isError);
  const wanted = things.flatMap(({ quantity }, at) => {
    const id = chosen[at] ?? firsts[at];
    const item = matches[at]?.find((one) => one.id === id);
    if (!item) return [];
    const { name, price, kind: type } = item;
    return { id: item.id, name, price, type, quantity };
  });
  const add = () => {
    const before = copyLines(wanted, false);
    if (!before) {
      notify.failure('Your order is full', { description: `It can have ${MAX_LINES} lines.` });
      return;
    }
    onAdded();
    notify.success('Added to your order', {
      description: `${counted(wanted.length, 'thing', 'things')} from your list`,
      action: { label: 'Undo', onClick: () => putBack(before) },
    });
  };
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm text-ink-quiet">
        {isReading
          ? 'Looking for everything…'
          : `${wanted.length} of ${things.length} found${dates ? `, free ${periodText(dates)}` : ''}`}
      </p>
      {failed.length > 0 && (
        <p role="alert" className="text-sm text-red">
          {counted(failed.length, 'line', 'lines')} could not be read.{' '}
          <button
            type="button"
            className="underline underline-offset-4"
            onClick={() => failed.forEach((read) => void read.refetch())}
          >
            Try again
          </button>
        </p>
      )}
      <ul className="grid gap-3">
        {things.map(({ text, quantity }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- why: lines may be equal, and stay in place.
          <li key={at}>
            <Choice
              label={quantity > 1 ? `${quantity} × ${text}` : text}
              isPending={reads[at]?.isPending ?? false}
              items={matches[at] ?? []}
              value={chosen[at] ?? firsts[at] ?? ''}
              onChange={(id) => setChosen({ ...chosen, [at]: id })}
            />
          </li>
        ))}
      </ul>
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex gap-3 border-t border-rule bg-surface p-5">
        <Button className="grow" disabled={isReading || wanted.length === 0} onClick={add}>
          Add {counted(wanted.length, 'thing', 'things')} to order
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

interface ChoiceProps {
  /** The line as it was written. */
  label: string;
  isPending: boolean;
  items: readonly CatalogueItem[];
  /** Id of the chosen item; '' for none. */
  value: string;
  onChange: (id: string) => void;
}

function Choice({ label, isPending, items, value, onChange }: ChoiceProps) {
  const item = items.find(({ id }) => id === value);
  return (
    <SelectField
      label={label}
      hint={item && `${formatPrice(item.price)}/day`}
      value={value}
      disabled={items.length === 0}
      onChange={({ target }) => onChange(target.value)}
    >
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="">
        {items.length > 0 ? 'None of these' : isPending ? '…' : 'Nothing found'}
      </option>
    </SelectField>
  );
}
