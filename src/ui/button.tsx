import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

/** Emphasis: one `primary` per view, `secondary` beside it, `quiet` for the rest. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Height: `sm` 36 px with a mouse and 44 px on touch, `md` 44 px, `lg` 52 px. */
export type ButtonSize = 'sm' | 'md' | 'lg';

/** A button's appearance; also for a link that looks like one. */
export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the full width of its parent. */
  wide?: boolean | undefined;
  /** Square or round, for one icon; give it an `aria-label`. */
  iconOnly?: boolean | undefined;
}

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap cramped:whitespace-normal select-none transition-colors duration-150 ease-calm disabled:opacity-50 aria-disabled:opacity-60 aria-disabled:cursor-not-allowed';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-teal text-on-fill hover:bg-teal-deep active:bg-teal-deep',
  secondary: 'border border-rule-strong bg-surface text-ink hover:border-ink active:bg-paper-deep',
  quiet: 'bg-transparent text-ink hover:bg-paper-deep active:bg-rule',
  danger: 'border border-transparent bg-transparent text-red hover:bg-red-pale active:bg-red-pale',
};

const SIZES: Record<ButtonSize, { text: string; icon: string }> = {
  sm: {
    text: 'h-9 px-3.5 text-sm max-sm:h-11 pointer-coarse:h-11 cramped:h-auto cramped:min-h-11',
    icon: 'size-9 max-sm:size-11 pointer-coarse:size-11',
  },
  md: { text: 'h-11 px-5 text-sm cramped:h-auto cramped:min-h-11', icon: 'size-11' },
  lg: { text: 'h-13 px-7 text-base cramped:h-auto cramped:min-h-13', icon: 'size-13' },
};

/** The class names of a button, for another element that must look like one. */
export function buttonClass(look: ButtonLook = {}): string {
  const size = SIZES[look.size ?? 'md'];
  return classNames(
    BASE,
    VARIANTS[look.variant ?? 'primary'],
    look.iconOnly ? size.icon : size.text,
    look.wide && 'w-full',
  );
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** Focusable but inert while its work is running; the caller changes the label ('Submitting...'). */
  busy?: boolean | undefined;
}

/** A button. `type` defaults to 'button', so that none submits a form by accident. */
export function Button({
  variant,
  size,
  wide,
  iconOnly,
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  // why: `disabled` would drop the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classNames(buttonClass({ variant, size, wide, iconOnly }), className)}
    />
  );
}
