import { useEffect, useRef, useState } from 'react';

/** Progress of an export. */
export type ExportState<Result> =
  | { is: 'idle' }
  | { is: 'running'; progress: string }
  | { is: 'done'; result: Result }
  | { is: 'failed'; message: string };

/**
 * One export at a time, which can be cancelled and ends with its page.
 * @param run reads the data and reports its progress in words; an error becomes the message of `failed`
 */
export function useExport<Result>(
  run: (signal: AbortSignal, onProgress: (progress: string) => void) => Promise<Result>,
) {
  const [state, setState] = useState<ExportState<Result>>({ is: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const set = (next: ExportState<Result>) => {
      if (!stop.signal.aborted) setState(next);
    };
    set({ is: 'running', progress: 'Reading…' });
    try {
      const result = await run(stop.signal, (progress) => set({ is: 'running', progress }));
      set({ is: 'done', result });
    } catch (error) {
      set({ is: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ is: 'idle' });
  };
  return { state, start: () => void start(), cancel };
}
