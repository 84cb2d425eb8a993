import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

/** Props of {@link Pager}. */
export interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  onChange: (page: number) => void;
}

const countFormat = new Intl.NumberFormat('en-IN');

/** `26–50 of 213`, with a way to the page before and after. */
export function Pager({ page, perPage, total, onChange }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = Math.min((page - 1) * perPage + 1, total);
  const to = Math.min(page * perPage, total);
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-1 py-2 text-sm">
      <p className="mr-2 text-ink-quiet tabular-nums">
        {countFormat.format(from)}–{countFormat.format(to)} of {countFormat.format(total)}
      </p>
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, last))}
      >
        <ChevronLeft aria-hidden size={18} />
      </Button>
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        aria-label="Next page"
        disabled={page >= last}
        onClick={() => onChange(page + 1)}
      >
        <ChevronRight aria-hidden size={18} />
      </Button>
    </nav>
  );
}
