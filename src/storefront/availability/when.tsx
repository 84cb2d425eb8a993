import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { LazyPicker, preloadPicker } from './lazy-picker.tsx';
import type { RentalPickerProps } from './rental-picker.tsx';

export interface WhenProps extends Omit<RentalPickerProps, 'open' | 'onClose' | 'focus'> {
  /** The selected dates in words; absent without dates. */
  label?: ReactNode;
  /** Beside the dates: the button that clears them. */
  clear?: ReactNode;
  /** The words without dates. */
  question?: string;
}

/** The rental dates in words, or the question for them; a press opens the range picker. */
export function When({ label, clear, question = 'When?', ...picker }: WhenProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span
        className={classNames(
          'noscript:hidden inline-flex max-w-full shrink-0 rounded-control border',
          label
            ? 'border-teal bg-teal-pale text-teal-deep'
            : 'border-rule-strong bg-surface text-ink hover:border-ink',
        )}
      >
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={preloadPicker}
          onFocus={preloadPicker}
          className="inline-flex h-11 min-w-0 items-center gap-2 rounded-control px-4 text-sm"
        >
          {label ?? question}
          <ChevronDown aria-hidden size={16} className="shrink-0" />
        </button>
        {label && clear}
      </span>
      <LazyPicker {...picker} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
