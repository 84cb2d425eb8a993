import { useEffect, useRef, useState } from 'react';

/** A text that changes while somebody types or presses again is said when it has settled. */
const SETTLED_MS = 500;

/**
 * Tells screen readers alone of a change (WCAG 4.1.3): says each new text once, not the one that it begins with,
 * unless it came with the change.
 */
export function Said({ children: text, isNews }: { children: string; isNews?: boolean }) {
  const first = useRef(isNews ? '' : text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text === first.current && said === '') return undefined;
    const timer = setTimeout(() => setSaid(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, said]);
  return (
    <span aria-live="polite" className="sr-only">
      {said}
    </span>
  );
}
