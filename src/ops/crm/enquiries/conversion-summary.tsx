import { useId } from 'react';
import type { EnquiryLine } from '#domain/crm/rental-line.ts';
import { leavesNothing, totalAfter, type Choices } from '#domain/crm/conversion-choices.ts';
import { effectTexts } from '#domain/crm/shortage-text.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';

export interface ConversionSummaryProps {
  lines: readonly EnquiryLine[];
  choices: Choices;
  /** Lines that still need a choice. */
  openCount: number;
  sets: string;
  isPending: boolean;
  onConvert: () => void;
  onClose: () => void;
}

/** Result of the conversion with the choices so far, and the button that does it. */
export function ConversionSummary(props: ConversionSummaryProps) {
  const { lines, choices, openCount, isPending, onClose } = props;
  const id = useId();
  const effects = effectTexts(lines, choices);
  const isEmpty = leavesNothing(lines, choices);
  const open = openCount === 1 ? '1 item needs a choice.' : `${openCount} items need a choice.`;
  return (
    <>
      <div id={id} className="text-sm">
        {effects.length > 0 && (
          <ul aria-label="Changes" className="mb-2 max-h-28 space-y-0.5 overflow-y-auto">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
        <p className="text-xs text-ink-quiet tabular-nums">
          Makes an order of {formatTotal(totalAfter(lines, choices))} excl. GST with {props.sets}.
        </p>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          busy={isPending}
          aria-describedby={id}
          onClick={() => {
            if (!isEmpty) props.onConvert();
          }}
        >
          {isPending ? 'Converting...' : 'Convert to Order'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Keep the enquiry
        </Button>
        <p role="status" className="text-sm text-ink-quiet">
          {isEmpty ? 'An order needs at least one item.' : openCount > 0 && open}
        </p>
      </div>
    </>
  );
}
