import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { rentableQuery } from '#data/stock/stock.ts';
import { itemCodeIn } from '#domain/crm/item-code.ts';
import type { WantedThing } from '#domain/cart/wanted-list.ts';
import type { RentalSpan } from '#domain/crm/record-change.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import type { FoundItem, RentableItem } from '#domain/stock/kit-components.ts';
import { counted, formatCount } from '#ui/count.ts';
import { useDebouncedText } from '#ui/use-debounced-text.ts';
import { useScannerField } from '../use-scanner-field.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { ItemOptions } from './item-options.tsx';
import { LeftLines } from './left-lines.tsx';
import { useUnpricedQuestion } from './unpriced-question.tsx';
import { useItemByCode } from './use-item-by-code.ts';
import { useOptions } from './use-options.ts';
import { pastedLines, usePastedList, withoutLine, type FoundLine } from './use-pasted-list.ts';

export interface ItemPickerProps {
  /** The days to say what is free on; null while they are not known. */
  period: RentalSpan | null;
  /** An item without a price is asked about, as it would enter an order. */
  asksUnpriced: boolean;
  /** Returns what is announced; '' where that happens elsewhere. */
  onAdd: (item: FoundItem, quantity: number) => string;
  /** Makes lines of a pasted list; by default one is a text like any other. */
  pasted?: PastedLines | undefined;
  /** The item whose pieces a typed number sets; by default a number is searched like words. */
  last?: LastAdded | undefined;
}

/** The rest of a pasted list. */
export interface PastedLines {
  /** Lines that no item was found for. */
  left: readonly WantedThing[];
  /** Changes them, from what they are by then. */
  onLeft: (after: (left: readonly WantedThing[]) => readonly WantedThing[]) => void;
}

/** The item that was added last. */
export interface LastAdded {
  name: string;
  setPieces: (quantity: number) => void;
}

const PIECES = /^[1-9]\d{0,2}$/;

/**
 * Finds items of any kind by words, as visitors search, and adds them: arrows move, Enter adds, a number sets the
 * pieces of the last one. A code with Enter, as a hand scanner types it, adds its item at once. A pasted list adds an
 * item for each line.
 */
export function ItemPicker({ period, asksUnpriced, onAdd, pasted, last }: ItemPickerProps) {
  const api = useStaffApi();
  const itemByCode = useItemByCode();
  const hintId = useId();
  const [{ q, isRefined }, setSearched] = useState({ q: '', isRefined: false });
  const [notice, setNotice] = useState('');
  // Enter was pressed before there was an answer.
  const isWanted = useRef(false);
  // The line of the pasted list that is searched.
  const [solving, setSolving] = useState<WantedThing | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useScannerField(field);
  const searched = (typed: string) => (last && PIECES.test(typed.trim()) ? '' : searchedIn(typed));
  const search = useDebouncedText(
    q,
    (next) => setSearched({ q: next, isRefined: q !== '' }),
    searched,
  );
  const found = useInfiniteQuery({
    ...rentableQuery(api, q, period),
    enabled: q !== '',
    // why: the list stays while its words are typed, not for the next item.
    ...(isRefined && { placeholderData: keepPreviousData }),
  });
  const pages = q === '' ? [] : (found.data?.pages ?? []);
  const items = pages.flatMap((page) => page.items);
  const answer = found.isPlaceholderData ? undefined : pages[0];
  const options = useOptions(items.length + (found.hasNextPage && items.length > 0 ? 1 : 0));
  const unpriced = useUnpricedQuestion();
  const clear = () => {
    search.setText('');
    search.apply('');
    isWanted.current = false;
    options.reset();
  };
  const add = (item: FoundItem, quantity = 1) => {
    const put = () => setNotice(onAdd(item, quantity));
    if (asksUnpriced) unpriced.ask([item], put);
    else put();
  };
  const addFound = (item: FoundItem) => {
    clear();
    add(item, solving?.quantity);
    if (solving) pasted?.onLeft((left) => withoutLine(left, solving));
    setSolving(null);
  };
  const list = usePastedList(period, ({ found: entering, left, cut }) => {
    const put = (line: FoundLine) => onAdd(line.item, line.quantity);
    const free = entering.filter(({ item }) => asksUnpriced && item.price === 0);
    entering.filter((line) => !free.includes(line)).forEach(put);
    pasted?.onLeft((before) => [...before, ...left]);
    setNotice([listText(entering.length, left.length), cut].filter(Boolean).join(' '));
    unpriced.ask(
      free.map(({ item }) => item),
      () => free.forEach(put),
    );
  });
  const addScanned = async (scanned: string) => {
    clear();
    try {
      const item = await itemByCode(scanned);
      if (item) add(item);
      else setNotice(`There is no item with the code ${scanned}.`);
    } catch {
      search.setText(scanned);
      setNotice(`${scanned} could not be looked up. Press Enter to try again.`);
    }
  };
  const pick = (place: number) => {
    const item = items[place];
    if (item) addFound(item);
    else void found.fetchNextPage();
  };
  const settle = useEffectEvent(({ total, near, partial, items: [only] }: Page) => {
    const wasWanted = isWanted.current;
    isWanted.current = false;
    // why only one: of several, Enter must not add one that nobody has seen.
    if (wasWanted && only && total === 1 && !near && !partial) addFound(only);
  });
  useEffect(() => {
    if (answer) settle(answer);
  }, [answer]);
  const submit = () => {
    const text = search.text.trim();
    const scanned = itemCodeIn(text);
    if (scanned) void addScanned(scanned);
    else if (last && PIECES.test(text)) {
      clear();
      last.setPieces(Number(text));
      setNotice(`${last.name}: ${counted(Number(text), 'piece', 'pieces')}`);
    } else if (answer && searched(text) === q) pick(options.at);
    else {
      isWanted.current = true;
      search.apply(text);
    }
  };
  return (
    <form
      role="search"
      aria-label="Add an item"
      className="scroll-mb-24"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <span className="relative block">
        <ScanLine
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-quiet"
        />
        <input
          {...options.input}
          type="search"
          aria-label="Add an item by name or code"
          aria-describedby={hintId}
          ref={field}
          placeholder={
            pasted ? 'Words, a code, or paste a list' : 'Add an item: words, or scan its code'
          }
          maxLength={LONGEST_SEARCH * 2}
          value={search.text}
          onChange={(event) => {
            setNotice('');
            isWanted.current = false;
            options.reset();
            search.setText(event.target.value);
            if (event.target.value === '') setSolving(null);
          }}
          onPaste={(event) => {
            const lines = pasted ? pastedLines(event.clipboardData.getData('text')) : [];
            if (lines.length === 0) return;
            event.preventDefault();
            list.look(lines);
          }}
          onKeyDown={(event) => options.move(event)}
          className="h-11 w-full rounded-sm border border-rule-strong bg-surface pr-3 pl-9 text-base placeholder:text-ink-quiet hover:border-ink-quiet sm:text-sm"
        />
      </span>
      <p id={hintId} role="status" className="mt-1 min-h-[1.4em] text-xs text-ink-quiet">
        {list.isLooking
          ? 'Looking for the lines...'
          : notice || (q !== '' && hintOf(found.isError, answer))}
      </p>
      <ItemOptions
        items={items}
        hasMore={found.hasNextPage}
        isDated={period !== null}
        options={options}
        onPick={pick}
      />
      {pasted && (
        <LeftLines
          lines={pasted.left}
          onSearch={(line) => {
            setSolving(line);
            setNotice('');
            search.setText(line.text);
            field.current?.focus();
          }}
          onRemove={(line) => pasted.onLeft((left) => withoutLine(left, line))}
        />
      )}
      {unpriced.dialog}
    </form>
  );
}

/** The search's own words about its result. */
interface Page {
  total: number;
  near: boolean;
  partial: boolean;
  items: readonly RentableItem[];
}

/** The text to search for: an item's code, or the words. */
const searchedIn = (typed: string) => itemCodeIn(typed) || typed.trim().slice(0, LONGEST_SEARCH);

function hintOf(isError: boolean, page: Page | undefined): string {
  if (isError) return 'The search failed. Type again to retry.';
  if (!page) return 'Searching...';
  if (page.items.length === 0) return 'No items found.';
  if (page.near) return 'Nothing has these words. The nearest:';
  if (page.partial) return 'Nothing has all of these words. The closest come first.';
  return `${formatCount(page.total)} found`;
}

function listText(added: number, left: number): string {
  const notFound = left > 0 ? `, ${formatCount(left)} not found` : '';
  return `${counted(added, 'line', 'lines')} added${notFound}.`;
}
