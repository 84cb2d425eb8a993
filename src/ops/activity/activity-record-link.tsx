import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import type { ActivityRecord } from '#domain/activity/activity.ts';
import { MANAGER_PATHS } from '../kit/manager-paths.ts';

const LINK = 'text-teal underline underline-offset-2 max-sm:-my-3 max-sm:inline-block max-sm:py-3';

/** Pages with all records of a type. */
const SETTINGS_PAGES = {
  link: '/ops/settings/calendars',
  availability: '/ops/settings/availability',
  tax_class: '/ops/settings/tax',
} as const;

export interface ActivityRecordLinkProps {
  record: ActivityRecord;
  children: ReactNode;
}

/** Link to a record of the log; its name alone where it is gone or has no page. */
export function ActivityRecordLink({ record, children }: ActivityRecordLinkProps) {
  const { type, to } = record;
  const kind = itemKindOf(record.kind);
  if (to === null) return <span>{children}</span>;
  if (type === 'item' && kind) {
    return (
      <Link to={MANAGER_PATHS[kind]} search={{ edit: to }} preload={false} className={LINK}>
        {children}
      </Link>
    );
  }
  if (type === 'enquiry' || type === 'order') {
    const tab = type === 'order' ? 'orders' : 'enquiries';
    return (
      <Link to="/ops/crm" search={{ tab, open: to }} preload={false} className={LINK}>
        {children}
      </Link>
    );
  }
  if (type === 'customer') {
    return (
      <Link to="/ops/customers/$number" params={{ number: to }} preload={false} className={LINK}>
        {children}
      </Link>
    );
  }
  if (type === 'document') {
    return (
      <Link to="/ops/documents/$id" params={{ id: to }} preload={false} className={LINK}>
        {children}
      </Link>
    );
  }
  if (type === 'link' || type === 'availability' || type === 'tax_class') {
    return (
      <Link to={SETTINGS_PAGES[type]} preload={false} className={LINK}>
        {children}
      </Link>
    );
  }
  return <span>{children}</span>;
}
