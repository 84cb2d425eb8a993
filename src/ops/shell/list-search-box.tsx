import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Props of {@link ListSearchBox}. */
export interface ListSearchBoxProps {
  /** Names the box and stands in it while it is empty. */
  label: string;
  value: string;
  maxLength: number;
  /** Called a moment after the last key, at once on Enter and before a press elsewhere counts. */
  onChange: (value: string) => void;
}

const PAUSE_MS = 250;

/** A search over a list, applied as one types. */
export function ListSearchBox({ label, value, maxLength, onChange }: ListSearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // why: the value may change by itself (Back, a cleared search) and the box must follow; its own
  // value coming back, while one types on, must not.
  if (seen !== value) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const apply = (typed: string) => {
    const next = typed.trim();
    if (next === sent) return;
    setSent(next);
    onChange(next);
  };
  const afterPause = useEffectEvent(apply);
  useEffect(() => {
    const timer = setTimeout(() => afterPause(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const box = useRef<HTMLFormElement>(null);
  const beforePress = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && box.current?.contains(target))) apply(text);
  });
  useEffect(() => {
    // why: applying a search closes what is open over the list. Pressing anything else on the page
    // applies it before the press counts, so that nothing opened by it closes a moment later.
    const onPress = (event: Event) => beforePress(event);
    document.addEventListener('click', onPress, { capture: true });
    return () => document.removeEventListener('click', onPress, { capture: true });
  }, []);
  return (
    <form
      ref={box}
      role="search"
      className="relative w-full sm:w-60"
      onSubmit={(event) => {
        event.preventDefault();
        apply(text);
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
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-full rounded-sm border border-rule-strong bg-surface pr-3 pl-9 text-base placeholder:text-ink-quiet hover:border-ink-quiet sm:h-9 sm:text-sm"
      />
    </form>
  );
}
