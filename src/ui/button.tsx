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

/** The class names of a button (button.css), for another element that must look like one. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  wide,
  iconOnly,
}: ButtonLook = {}): string {
  return classNames(
    `button button-${variant} button-${iconOnly ? 'icon' : 'text'}-${size}`,
    wide && 'w-full',
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
