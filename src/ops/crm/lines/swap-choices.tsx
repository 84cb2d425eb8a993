import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import { swapSearchQuery, swapsQuery, type SwapQuestion } from '#data/stock/reservations.ts';
import type { SwapItem } from '#domain/crm/conversion-choices.ts';
import { itemCodeIn } from '#domain/crm/item-code.ts';
import { swapText } from '#domain/crm/shortage-text.ts';
import { useDebouncedText } from '#ui/use-debounced-text.ts';
import { Thumbnail } from '../../kit/thumbnail.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useUnpricedQuestion } from '../../kit/pickers/unpriced-question.tsx';
import { ChoiceRow } from './choice-row.tsx';

/** Similar items that are offered before anything is searched. */
const OFFERED = 3;
/** Found items that are shown. */
const SHOWN = 6;
/** Longest text that the search takes. */
const LONGEST_SEARCH = 100;

export interface SwapChoicesProps {
  question: SwapQuestion;
  /** Name of the item that is short. */
  itemName: string;
  /** Groups the radio buttons of the line. */
  group: string;
  /** The item selected instead. */
  selected: SwapItem | null;
  onSelect: (item: SwapItem) => void;
}

/**
 * Items to rent instead: the nearest ones that are free, or those that a search finds. A code with Enter, as a hand
 * scanner types it, selects its item at once where it is free.
 */
export function SwapChoices({ question, itemName, group, selected, onSelect }: SwapChoicesProps) {
  const api = useStaffApi();
  const hintId = useId();
  const unpriced = useUnpricedQuestion();
  const [q, setQ] = useState('');
  const [notice, setNotice] = useState('');
  const queryClient = useQueryClient();
  const search = useDebouncedText(q, setQ, (text) => itemCodeIn(text) || text.trim());
  const similar = useQuery(swapsQuery(api, question));
  const found = useQuery(swapSearchQuery(api, question, q));
  const read = q === '' ? similar : found;
  const listed = (read.data ?? [])
    .filter(({ id }) => id !== question.id)
    .slice(0, q === '' ? OFFERED : SHOWN);
  // why: the selected item stays visible while another search is typed.
  const isHidden = selected !== null && listed.every(({ id }) => id !== selected.id);
  const shown = isHidden ? [selected, ...listed] : listed;
  const select = (item: SwapItem) => unpriced.ask([item], () => onSelect(item));
  const onKey = async (event: KeyboardEvent) => {
    const code = itemCodeIn(search.text);
    if (event.key !== 'Enter' || code === '') return;
    // why: Enter would send the form around it.
    event.preventDefault();
    search.apply(code);
    const found = await queryClient
      .fetchQuery(swapSearchQuery(api, question, code))
      .catch(() => []);
    const item = found.find(({ id }) => id !== question.id);
    if (!item) return;
    search.setText('');
    setNotice(`${item.name} found.`);
    select(item);
  };
  return (
    <>
      {shown.map((item) => (
        <ChoiceRow
          key={item.id}
          type="radio"
          name={group}
          checked={item.id === selected?.id}
          onSelect={() => select(item)}
        >
          <span className="flex items-center gap-3">
            <Thumbnail
              url={item.images[0]}
              widths={[80, 160]}
              sizes="48px"
              className="h-9 w-12 shrink-0 rounded-sm"
            />
            <span className="min-w-0">
              <span className="block">Swap for {item.name}</span>
              <span className="block text-xs text-ink-quiet tabular-nums">{swapText(item)}</span>
            </span>
          </span>
        </ChoiceRow>
      ))}
      <div className="border-t border-rule px-3 py-2">
        <input
          type="search"
          aria-label={`Another item instead of ${itemName}`}
          aria-describedby={hintId}
          placeholder="Search another item"
          maxLength={LONGEST_SEARCH}
          value={search.text}
          onChange={(event) => {
            setNotice('');
            search.setText(event.target.value);
          }}
          onKeyDown={(event) => void onKey(event)}
          className="h-11 w-full rounded-sm border border-rule-strong bg-surface px-3 text-base placeholder:text-ink-quiet hover:border-ink-quiet sm:h-9 sm:text-sm"
        />
        <p id={hintId} role="status" className="text-xs text-ink-quiet">
          {notice || hintOf(read, listed.length, q)}
        </p>
      </div>
      {unpriced.dialog}
    </>
  );
}

function hintOf(read: { isFetching: boolean; isError: boolean }, count: number, q: string): string {
  if (read.isError) return 'The items could not be loaded. Type again to retry.';
  if (read.isFetching && count === 0) return 'Looking for free items...';
  if (count > 0) return q === '' ? '' : 'Free on these days.';
  return q === ''
    ? 'Nothing similar is free on these days.'
    : 'Nothing found that is free on these days.';
}
