import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

/** Props of {@link WhenButton}. */
export interface WhenButtonProps {
  /** The selected dates in words; absent without dates. */
  label?: ReactNode;
  isOpen?: boolean;
  /** Id of the part of the page that it opens; absent: a dialog. */
  controls?: string;
  onOpen: () => void;
  /** The pointer or the focus arrives: a moment to load what the press needs. */
  onNear?: (() => void) | undefined;
}

/** 'When?' in the head of a page: shows the rental dates and opens where they are selected. */
export function WhenButton({ label, isOpen = false, controls, onOpen, onNear }: WhenButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup={controls ? undefined : 'dialog'}
      aria-controls={controls}
      aria-expanded={isOpen}
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
      className={classNames(
        'noscript:hidden inline-flex h-11 shrink-0 items-center gap-2 rounded-control border px-4 text-sm',
        label
          ? 'border-teal bg-teal-pale text-teal-deep'
          : 'border-rule-strong bg-surface text-ink hover:border-ink',
      )}
    >
      {label ?? 'When?'}
      <ChevronDown aria-hidden size={16} className="shrink-0" />
    </button>
  );
}
