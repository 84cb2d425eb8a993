import { useEffect, useEffectEvent, useState } from 'react';

const DEBOUNCE_MS = 250;

/**
 * The text of a search field that is applied when typing pauses.
 * @param value the applied text, for example from the address
 * @param onApply called with the trimmed text; not called while it equals the applied one
 */
export function useDebouncedText(
  value: string,
  onApply: (text: string) => void,
  trim: (text: string) => string,
) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const [known, setKnown] = useState(value);
  // why: the field follows a value that changed elsewhere (Back, a cleared search), but not its own
  // text arriving late, which would undo what was typed since.
  if (value !== known) {
    setKnown(value);
    if (value !== applied) {
      setApplied(value);
      setText(value);
    }
  }
  const apply = (typed: string) => {
    const next = trim(typed);
    if (next === applied) return;
    setApplied(next);
    onApply(next);
  };
  const applyDebounced = useEffectEvent(apply);
  useEffect(() => {
    const timer = setTimeout(() => applyDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, apply };
}
