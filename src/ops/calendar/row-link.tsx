import { Link } from '@tanstack/react-router';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { MANAGER_PATHS } from '../kit/manager-paths.ts';

export interface RowLinkProps {
  row: TimelineRow;
  className: string;
}

/** The name of a row, which leads to the item's calendar, the order or the enquiry. */
export function RowLink({ row, className }: RowLinkProps) {
  const { type, code, name } = row;
  const kind = itemKindOf(row.type);
  if (kind) {
    return (
      <Link
        to={MANAGER_PATHS[kind]}
        search={{ edit: code, part: 'calendar' }}
        preload={false}
        title={name ?? code}
        className={className}
      >
        {name ?? code}
      </Link>
    );
  }
  return (
    <Link
      to="/ops/crm"
      search={{ tab: type === 'order' ? 'orders' : 'enquiries', open: code }}
      preload={false}
      title={name ?? code}
      className={className}
    >
      {name ?? 'Erased customer'}
    </Link>
  );
}
