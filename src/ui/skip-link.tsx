/** Focuses the first that matches. */
export const focusOn = (selector: string): void =>
  document.querySelector<HTMLElement>(selector)?.focus();

export interface SkipLinkProps {
  /** Selector of what takes the focus: the first that matches. By its id, it works without scripts too. */
  to: string;
  children: string;
}

/** A link that only the keyboard shows, past what comes first on every page of a kind (WCAG 2.4.1). */
export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      href={to}
      onClick={(event) => {
        // why: an address holds the state of its page, such as a list's or a shared order's, and must not change.
        event.preventDefault();
        focusOn(to);
      }}
      className="skip-link"
    >
      {children}
    </a>
  );
}
