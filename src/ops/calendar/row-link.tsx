import { Link } from '@tanstack/react-router';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { useRecordLinks } from '../kit/record-links.ts';

export interface RowLinkProps {
  row: TimelineRow;
  className: string;
}

/** The name of a row, which leads to the item's calendar, the order or the enquiry. */
export function RowLink({ row, className }: RowLinkProps) {
  const { type, code, name } = row;
  const links = useRecordLinks();
  const kind = itemKindOf(row.type);
  if (kind) {
    return (
      <Link
        {...links.item(kind, code, 'calendar')}
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
      {...(type === 'order' ? links.order(code) : links.enquiry(code))}
      preload={false}
      title={name ?? code}
      className={className}
    >
      {name ?? 'Erased customer'}
    </Link>
  );
}
