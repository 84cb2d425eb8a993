import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { useDebouncedText } from '#ui/use-debounced-text.ts';

export interface ListSearchBoxProps {
  /** Accessible name and placeholder. */
  label: string;
  value: string;
  /** Called when typing pauses, at once on Enter, and before a click elsewhere takes effect. */
  onChange: (value: string) => void;
  /** Enter; true where the text was used up, which empties the field. */
  onEnter?: (text: string) => boolean;
}

const trim = (text: string) => text.trim();

/** The search field over a list. */
export function ListSearchBox({ label, value, onChange, onEnter }: ListSearchBoxProps) {
  const { text, setText, apply } = useDebouncedText(value, onChange, trim);
  const box = useRef<HTMLFormElement>(null);
  const applyBeforeClick = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && box.current?.contains(target))) apply(text);
  });
  useEffect(() => {
    // why: applying a search closes the open record. A click elsewhere may open one, so the pending
    // search is applied before that click takes effect.
    const onClick = (event: Event) => applyBeforeClick(event);
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
  return (
    <form
      ref={box}
      role="search"
      className="relative w-full sm:w-60"
      onSubmit={(event) => {
        event.preventDefault();
        const rest = onEnter?.(text) ? '' : text;
        setText(rest);
        apply(rest);
      }}
    >
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-quiet"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={LONGEST_SEARCH}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-full rounded-sm border border-rule-strong bg-surface pr-3 pl-9 text-base placeholder:text-ink-quiet hover:border-ink-quiet sm:h-9 sm:text-sm"
      />
    </form>
  );
}
