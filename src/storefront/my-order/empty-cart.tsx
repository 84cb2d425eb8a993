import { Link } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export interface EmptyCartProps {
  title: string;
  /** Puts back what was cleared; without it nothing was. */
  onPutBack?: (() => void) | undefined;
}

/** Shown in place of the lines of an empty cart. */
export function EmptyCart({ title, onPutBack }: EmptyCartProps) {
  return (
    <EmptyState
      picture={<ShoppingBag aria-hidden className="size-12" strokeWidth={1} />}
      title={title}
      text="Add items from the rental pages"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link to={CATALOGUES.prop.listPath} className={buttonClass()}>
            Browse props
          </Link>
          {onPutBack && (
            <Button variant="secondary" onClick={onPutBack}>
              Put everything back
            </Button>
          )}
        </div>
      }
    />
  );
}
