import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';
import { formatCount } from './count.ts';

export interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  /** Rows on this page; `total` is all rows. */
  shown: number;
  total: number;
  /** False where there are more than `total` rows. */
  exact: boolean;
  /** Whether there is a next page. */
  more: boolean;
  onChange: (page: number) => void;
}

/** `26–50 of 213`, or `of 1,000+`, with buttons for the previous and next page. */
export function Pager(props: PagerProps) {
  const { page, perPage, shown, total, exact, more, onChange } = props;
  const from = (page - 1) * perPage + 1;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-1 py-2 text-sm">
      <p className="mr-2 text-ink-quiet tabular-nums">
        {formatCount(from)}–{formatCount(from + shown - 1)} of {formatCount(total)}
        {!exact && '+'}
      </p>
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <ChevronLeft aria-hidden size={18} />
      </Button>
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        aria-label="Next page"
        disabled={!more}
        onClick={() => onChange(page + 1)}
      >
        <ChevronRight aria-hidden size={18} />
      </Button>
    </nav>
  );
}
