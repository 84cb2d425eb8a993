import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { deskSearchQuery } from '#data/desk/desk-search.ts';
import type { StaffRole } from '#data/staff/staff-answers.ts';
import type { FoundRecord } from '#domain/crm/found-record.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { scannedCode } from '#domain/scan/scan.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useDebouncedText } from '#ui/use-debounced-text.ts';
import { useDraft } from '../../kit/drafts.ts';
import { useOptions } from '../../kit/pickers/use-options.ts';
import { navigationOf } from '../ops-navigation.ts';
import { useProfile } from '../../kit/profile.ts';
import { useRecordLinks } from '../../kit/record-links.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { actionEntries, recordEntry, type PaletteEntry } from './palette-entries.ts';

export interface CommandPaletteProps {
  onClose: () => void;
}

const MOST_RECENT = 5;

const CRM_WORDS = {
  placeholder: 'Number, name, mobile or item',
  nothing: 'No customer, enquiry, order, document or item matches.',
};

/** Texts of the search, which name the records that the role finds. */
const WORDS: Record<StaffRole, typeof CRM_WORDS> = {
  admin: CRM_WORDS,
  crm_user: CRM_WORDS,
  storekeeper: { placeholder: 'Number of an order, or item', nothing: 'No order or item matches.' },
  inventory_user: { placeholder: 'Code or name of an item', nothing: 'No item matches.' },
};

/** The text to search for: the code in the address of a label, or the text itself. */
const searchedIn = (text: string) => {
  const typed = text.trim();
  const code = scannedCode(typed);
  return (code === typed.toUpperCase() ? typed : (code ?? typed)).slice(0, LONGEST_SEARCH);
};

/**
 * Search over customers, enquiries, orders, documents and items, and actions, as a combobox in a dialog:
 * arrows move, Enter opens, Escape closes. A number or label with Enter, as a hand scanner types it, opens its record at
 * once. Without a text it lists what was opened last in this tab.
 */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const profile = useProfile();
  const links = useRecordLinks();
  const words = WORDS[profile?.role ?? 'inventory_user'];
  const [q, setQ] = useState('');
  const { text, setText } = useDebouncedText(q, setQ, searchedIn);
  // The number that Enter was pressed for before there was an answer.
  const wanted = useRef('');
  const [recent, setRecent] = useDraft<{ records: FoundRecord[] }>('recent records');
  const found = useQuery({
    ...deskSearchQuery(useStaffApi(), q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // why: the content covers the dialog, so a press on the element is beside it.
    const pressBeside = (event: MouseEvent) => {
      if (event.target === element) element?.close();
    };
    element?.addEventListener('mousedown', pressBeside);
    return () => element?.removeEventListener('mousedown', pressBeside);
  }, []);

  const records = q === '' ? (recent?.records ?? []) : (found.data ?? []);
  const entries = [
    ...records.map((record) => recordEntry(record, navigate, links)),
    ...actionEntries(text.trim(), navigationOf(profile), navigate),
  ];
  const options = useOptions(entries.length);
  const selected = entries[options.at];
  const close = () => dialog.current?.close();
  const open = (entry: PaletteEntry) => {
    const { record } = entry;
    if (record) {
      const others = (recent?.records ?? []).filter(({ id }) => id !== record.id);
      setRecent({ records: [record, ...others].slice(0, MOST_RECENT) });
    }
    close();
    entry.open();
  };
  const answer = found.isPlaceholderData ? undefined : found.data;
  const settle = useEffectEvent((answered: readonly FoundRecord[]) => {
    const record = answered.find(({ number }) => number === wanted.current);
    wanted.current = '';
    if (record) open(recordEntry(record, navigate, links));
  });
  useEffect(() => {
    if (answer) settle(answer);
  }, [answer]);
  const onKey = (event: KeyboardEvent) => {
    if (options.move(event) || event.key !== 'Enter') return;
    event.preventDefault();
    const searched = searchedIn(text);
    // why: Enter right after typing must not open a result of the text before.
    if (searched === q && selected && !found.isPlaceholderData) open(selected);
    else {
      wanted.current = searched.toUpperCase();
      setQ(searched);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Search everything"
      onClose={onClose}
      className="mx-auto mt-[10dvh] mb-auto max-h-[80dvh] w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden rounded-lg border border-rule bg-surface p-0 text-ink backdrop:bg-veil max-sm:mt-3"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-3 border-b border-rule px-4">
          <Search aria-hidden size={18} className="shrink-0 text-ink-quiet" />
          <input
            {...options.input}
            aria-label="Search everything"
            placeholder={words.placeholder}
            maxLength={LONGEST_SEARCH * 2}
            value={text}
            onChange={(event) => {
              wanted.current = '';
              setText(event.target.value);
              options.reset();
            }}
            onKeyDown={onKey}
            className="h-13 min-w-0 grow bg-transparent text-base outline-none placeholder:text-ink-quiet"
          />
          <Button variant="quiet" size="sm" className="-mr-2" onClick={close}>
            Close
          </Button>
        </div>
        <p role="status" className="px-4 py-2 text-xs text-ink-quiet">
          {statusText(q, found, records.length, words.nothing)}
          {found.isError && (
            <Button variant="quiet" size="sm" onClick={() => void found.refetch()}>
              Try again
            </Button>
          )}
        </p>
        <div
          {...options.list}
          aria-label="Results"
          className="min-h-0 overflow-y-auto overscroll-contain pb-2"
        >
          {entries.map((entry, at) => (
            // why: the keyboard is the combobox's, by the ARIA pattern.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={entry.key}
              id={options.optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={entry === selected}
              onClick={() => open(entry)}
              className={classNames(
                'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5 text-sm hover:bg-paper-deep',
                entry === selected && 'bg-teal-pale',
              )}
            >
              <span className="min-w-0 break-words">{entry.title}</span>
              <span className="text-xs text-ink-quiet tabular-nums max-sm:basis-full sm:ml-auto">
                {entry.detail}
                {entry.keys && <kbd className="font-sans pointer-coarse:hidden">{entry.keys}</kbd>}
              </span>
            </div>
          ))}
        </div>
      </div>
    </dialog>
  );
}

function statusText(
  q: string,
  { isError, isPending }: { isError: boolean; isPending: boolean },
  count: number,
  nothing: string,
) {
  if (q === '') return count > 0 ? 'Opened last' : 'Actions';
  if (isError) return 'The search failed.';
  if (isPending) return 'Searching...';
  return count === 0 ? nothing : `${count} found`;
}
