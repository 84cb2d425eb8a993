import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

/** How loud a button is: one `primary` per view, `secondary` beside it, `quiet` for the rest. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Height: `sm` 36 px under a mouse and 44 px under a finger, `md` 44 px, `lg` 52 px. */
export type ButtonSize = 'sm' | 'md' | 'lg';

/** What a button looks like; the same for a link that acts as one. */
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
  primary: 'bg-teal text-white hover:bg-teal-deep active:bg-teal-deep',
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

/** The classes of a button, for a link or another element that must look like one. */
export function buttonClass(look: ButtonLook = {}): string {
  const size = SIZES[look.size ?? 'md'];
  return classNames(
    BASE,
    VARIANTS[look.variant ?? 'primary'],
    look.iconOnly ? size.icon : size.text,
    look.wide && 'w-full',
  );
}

/** Props of {@link Button}: a button's own, its look, and `busy` while its work is running. */
export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** Keeps the button focusable but inert; the caller changes the words ('Submitting...'). */
  busy?: boolean | undefined;
}

/** A button. `type` is 'button' unless told otherwise, so that none submits a form by accident. */
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
  // why: a busy button stays focusable, so the click is refused here instead of by `disabled`.
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
