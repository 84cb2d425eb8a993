import { Link, useLocation } from '@tanstack/react-router';
import { classNames } from '#ui/class-names.ts';
import type { NavigationEntry } from './ops-navigation.ts';

export interface NavigationLinkProps {
  entry: NavigationEntry;
  /** `row`: the icon before the label; `stack`: above it. */
  layout: 'row' | 'stack';
  className?: string | undefined;
  onClick?: () => void;
}

/** Link to a place of the back office; marked while the user is there. */
export function NavigationLink({ entry, layout, className, onClick }: NavigationLinkProps) {
  const { label, link, icon: Icon, at } = entry;
  const isCurrent = at.test(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <Link
      {...link}
      // why no props: the router would mark only links to this very address.
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={NO_PROPS}
      onClick={onClick}
      className={classNames(
        'flex items-center transition-colors duration-150',
        layout === 'row' ? 'gap-3' : 'flex-col justify-center gap-0.5 text-xs',
        isCurrent ? 'font-medium text-teal' : 'text-ink-quiet hover:text-ink',
        className,
      )}
    >
      <Icon aria-hidden size={layout === 'row' ? 18 : 20} className="shrink-0" />
      <span className="min-w-0 truncate">{label}</span>
    </Link>
  );
}

const NO_PROPS = {};
