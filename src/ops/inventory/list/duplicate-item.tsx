import { Copy } from 'lucide-react';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { NEW_ITEM } from '#domain/inventory/inventory-search.ts';
import { toForm } from '#domain/inventory/item-form-values.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { useDraft } from '../../kit/drafts.ts';
import type { ManagerContext } from '../shared/manager-context.ts';
import type { ItemDraft } from '../form/use-item-form.ts';

/** Opens the dialog for a new item, prefilled with everything but the code. */
export function DuplicateItem({ manager, item }: { manager: ManagerContext; item: ListedItem }) {
  const { kind, onSearch } = manager;
  const [, setDraft] = useDraft<ItemDraft>(`${kind.kind}:${NEW_ITEM}`);
  return (
    <Button
      variant="quiet"
      size="sm"
      iconOnly
      aria-label={`Duplicate ${item.name}`}
      className="-my-1"
      onClick={() => {
        setDraft({
          values: toForm(kind, item),
          base: null,
          newId: randomUuid(),
          copyOf: item.code,
        });
        onSearch((now) => ({ ...now, edit: NEW_ITEM }));
      }}
    >
      <Copy aria-hidden size={16} />
    </Button>
  );
}
