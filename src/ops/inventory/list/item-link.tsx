import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { readInventorySearch } from '#domain/inventory/inventory-search.ts';
import type { ManagerContext } from '../shared/manager-context.ts';

export interface ItemLinkProps {
  manager: ManagerContext;
  item: ListedItem;
  /** Accessible name if the content is an icon. */
  label?: string;
  /** The link of the row that `j` and `k` focus. */
  isRow?: boolean;
  className: string;
  children: ReactNode;
}

/** Link that opens an item in the dialog and leaves the list unchanged. */
export function ItemLink({ manager, item, label, isRow, className, children }: ItemLinkProps) {
  return (
    <Link
      to={manager.path}
      search={(now) => ({ ...readInventorySearch(manager.kind, { ...now }), edit: item.code })}
      resetScroll={false}
      preload={false}
      {...(label === undefined ? { title: item.name } : { 'aria-label': label })}
      {...(isRow ? { 'data-row-link': true } : {})}
      className={className}
    >
      {children}
    </Link>
  );
}
