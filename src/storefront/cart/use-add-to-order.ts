import { useNavigate } from '@tanstack/react-router';
import type { CatalogueItem } from '#domain/catalogue/item.ts';
import { addToCart } from './cart-store.ts';
import { notify } from '#ui/toast.tsx';

/** What adding needs of an item. */
export type Addable = Pick<CatalogueItem, 'kind' | 'id' | 'name' | 'price'>;

/** Adds one piece of an item to the order and says so once it is saved, with the way to the order. */
export function useAddToOrder(): (item: Addable) => void {
  const navigate = useNavigate();
  return ({ kind, id, name, price }) => {
    if (!addToCart({ id, name, price, type: kind })) return;
    notify.success('Added to your order', {
      description: name,
      action: { label: 'View order', onClick: () => void navigate({ to: '/my-order' }) },
    });
  };
}
