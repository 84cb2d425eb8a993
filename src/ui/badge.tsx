import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A badge's colour: amber asks for attention, red is loss, green is done. */
export type BadgeTone = 'neutral' | 'teal' | 'amber' | 'red' | 'green';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-paper-deep text-ink',
  teal: 'bg-teal-pale text-teal-deep',
  amber: 'bg-amber-pale text-ink',
  red: 'bg-red-pale text-red',
  green: 'bg-green-pale text-green',
};

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  /** Over a picture: an opaque background, so that the text is readable on any photo. */
  onPicture?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A small label of one or two words. */
export function Badge({ tone = 'neutral', onPicture = false, className, children }: BadgeProps) {
  return (
    <span
      className={classNames('badge', onPicture ? 'bg-surface text-ink' : TONES[tone], className)}
    >
      <span>{children}</span>
    </span>
  );
}
