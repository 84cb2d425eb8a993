import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedItem } from '#data/inventory.ts';
import { readInventorySearch } from '#domain/inventory/inventory-search.ts';
import type { ManagerContext } from '../shared/manager-context.ts';

/** Props of {@link ItemLink}. */
export interface ItemLinkProps {
  manager: ManagerContext;
  item: ListedItem;
  /** Names the link where its content is a picture. */
  label?: string;
  /** The one of its row that `j` and `k` lead to. */
  isRow?: boolean;
  className: string;
  children: ReactNode;
}

/** A link that opens an item over the list as it stands. */
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
