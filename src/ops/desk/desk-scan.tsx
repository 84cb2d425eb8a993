import { ScanLine } from 'lucide-react';
import { useRef, useState } from 'react';
import { entryOf, scanCode, type Entries } from '#domain/desk/desk-counts.ts';
import { scanText } from '#domain/desk/desk-text.ts';
import { leftOf, type DeskLine, type DeskStep } from '#domain/desk/pick-list.ts';

export interface DeskScanProps {
  lines: readonly DeskLine[];
  entries: Entries;
  step: DeskStep;
  onScanned: (entries: Entries) => void;
}

/** A field for a hand scanner, which types a code and Enter: each code checks off one piece. */
export function DeskScan({ lines, entries, step, onScanned }: DeskScanProps) {
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState<{ text: string; isRefused: boolean } | null>(null);
  const scan = () => {
    const typed = field.current?.value.trim() ?? '';
    if (!field.current || typed === '') return;
    field.current.value = '';
    const scanned = scanCode(lines, entries, step, typed);
    if ('entries' in scanned) onScanned(scanned.entries);
    const figures = (line: DeskLine) => {
      const count = ('entries' in scanned && entryOf(scanned.entries, line).count) || 0;
      return `${count} of ${leftOf(line, step)}`;
    };
    setTold({ text: scanText(typed, scanned, figures), isRefused: 'refused' in scanned });
  };
  return (
    <div className="min-w-0 grow sm:max-w-72">
      <label className="relative block">
        <span className="sr-only">Scan or type a code</span>
        <ScanLine
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-3 left-3 text-ink-quiet"
        />
        <input
          ref={field}
          placeholder="Scan or type a code"
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="next"
          className="h-11 w-full rounded-field border border-rule-strong bg-surface pr-3 pl-10 text-base hover:border-ink-quiet"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            scan();
          }}
        />
      </label>
      <p
        role="status"
        className={`mt-1 text-sm empty:hidden ${told?.isRefused ? 'text-red' : 'text-ink-quiet'}`}
      >
        {told?.text}
      </p>
    </div>
  );
}
