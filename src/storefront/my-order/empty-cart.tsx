import { Link } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown in place of the lines of an empty cart. */
export function EmptyCart({ title }: { title: string }) {
  return (
    <EmptyState
      picture={<ShoppingBag aria-hidden className="size-12" strokeWidth={1} />}
      title={title}
      text="Add items from the rental pages"
      action={
        <Link to={CATALOGUES.prop.listPath} className={buttonClass()}>
          Browse props
        </Link>
      }
    />
  );
}
