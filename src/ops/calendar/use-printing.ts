import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed; already when the browser takes its picture of the page. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // why at once: the browser prints the page right after this event.
    const update = () => flushSync(() => setIsPrinting(media.matches));
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    media.addEventListener('change', update);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', update);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
