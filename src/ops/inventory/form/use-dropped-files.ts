import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts files pasted or dropped anywhere on the page; pasted text is left alone. Returns whether
 * files are being dragged over the page.
 */
export function useDroppedFiles(add: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  const acceptFiles = useEffectEvent((event: Event, data: DataTransfer | null) => {
    setOver(false);
    if (!data || data.files.length === 0) return;
    event.preventDefault();
    add(data.files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('paste', (event) => acceptFiles(event, event.clipboardData), {
      signal,
    });
    document.addEventListener('drop', (event) => acceptFiles(event, event.dataTransfer), {
      signal,
    });
    document.addEventListener('dragleave', () => setOver(false), { signal });
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return over;
}
