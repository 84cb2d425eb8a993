import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LONGEST_QUERY } from '#domain/catalogue/catalogue-search.ts';

/** Debounce of the typed text, in milliseconds. */
const DEBOUNCE_MS = 250;

export interface CatalogueSearchFieldProps {
  label: string;
  /** The search text in the address. */
  value: string;
  onSearch: (text: string) => void;
}

/** The search field of a catalogue: searches while typing, debounced. */
export function CatalogueSearchField({ label, value, onSearch }: CatalogueSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // why: the address can change elsewhere (Back, a removed chip), and the field then follows it; but
  // the address that results from our own search must not overwrite text typed since.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const send = (next: string) => {
    setSent(next.trimStart());
    onSearch(next.trimStart());
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (text.trimStart() === sent) return undefined;
    const timer = setTimeout(() => latest.current(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);

  const clear = () => {
    setText('');
    send('');
    input.current?.focus();
  };
  return (
    <div className="relative w-full md:w-80">
      <Search
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-quiet"
      />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LONGEST_QUERY}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="search-input pr-11"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-quiet hover:text-ink"
        >
          <X aria-hidden size={18} />
        </button>
      ) : (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-sm border border-rule px-1.5 text-xs text-ink-quiet lg:block noscript:hidden"
        >
          /
        </kbd>
      )}
    </div>
  );
}
