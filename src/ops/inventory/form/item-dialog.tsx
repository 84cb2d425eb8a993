import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { inventoryItemQuery } from '#data/stock/inventory.ts';
import type { InventoryItem, ListedItem } from '#data/stock/inventory-answers.ts';
import {
  NEW_ITEM,
  type InventorySearch,
  type ItemPart,
} from '#domain/inventory/inventory-search.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { CrewLinks } from '../../links/crew-links.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { useProfile } from '../../kit/profile.ts';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { CRM_ROLES, mayOpen } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { RecordActivity } from '../../activity/record-activity.tsx';
import { CreatedItem } from './created-item.tsx';
import { ComponentsPanel } from '../stock/components-panel.tsx';
import { ItemTabs } from '../stock/item-tabs.tsx';
import { PiecesPanel } from '../stock/pieces-panel.tsx';
import { StockPanel } from '../stock/stock-panel.tsx';
import { ItemForm } from './item-form.tsx';
import type { ManagerContext } from '../shared/manager-context.ts';

export interface ItemDialogProps {
  manager: ManagerContext;
  /** Rows of the list, which may already have the open item. */
  listed: readonly ListedItem[] | undefined;
}

/**
 * The dialog that adds or edits an item. The item is in the address: `?edit=PRP-00012`, `?edit=new`.
 */
export function ItemDialog({ manager, listed }: ItemDialogProps) {
  const { kind, search, onSearch } = manager;
  const { code, key } = useOpening(search.edit);
  const [created, setCreated] = useState<{ key: number; item: InventoryItem }>();
  const shown = created?.key === key ? created.item : undefined;
  const isNew = code === NEW_ITEM;
  const { dialog } = kind.texts;
  const close = () => {
    if (search.edit !== undefined) onSearch(closed, { replace: true });
  };
  return (
    <Sheet
      open={search.edit !== undefined}
      guarded
      hasBar
      inAddress
      onClose={close}
      title={shown ? (dialog.created ?? dialog.add) : isNew ? dialog.add : dialog.edit}
    >
      {shown ? (
        <CreatedItem
          kind={kind}
          item={shown}
          onClose={close}
          onAnother={() => setCreated(undefined)}
        />
      ) : (
        <ItemOf
          key={key}
          manager={manager}
          code={code}
          listed={listed?.find((item) => item.code === code)}
          onClose={close}
          onCreated={dialog.created ? (item) => setCreated({ key, item }) : close}
        />
      )}
    </Sheet>
  );
}

const closed = ({ edit: _edit, part: _part, ...list }: InventorySearch): InventorySearch => list;

/** The open or last open code, and a key that changes at each opening to reset the form. */
function useOpening(edit: string | undefined) {
  const [opening, setOpening] = useState({ edit, code: edit ?? NEW_ITEM, key: 0 });
  if (opening.edit !== edit) {
    setOpening({
      edit,
      code: edit ?? opening.code,
      key: opening.key + (edit === undefined ? 0 : 1),
    });
  }
  return opening;
}

interface ItemOfProps {
  manager: ManagerContext;
  code: string;
  listed: ListedItem | undefined;
  onClose: () => void;
  onCreated: (item: InventoryItem) => void;
}

/** The form of an item, once loaded. */
function ItemOf({ manager, code, listed, onClose, onCreated }: ItemOfProps) {
  const { kind } = manager;
  const isNew = code === NEW_ITEM;
  const api = useStaffApi();
  // why kept: the form stays with what was typed, also when the item is deleted meanwhile.
  const [opened, setOpened] = useState<InventoryItem | undefined>(listed);
  const read = useQuery({ ...inventoryItemQuery(api, kind, code), enabled: !isNew && !opened });
  if (!opened && read.data) setOpened(read.data);
  const item = opened ?? read.data;
  if (isNew || item) {
    const form = (
      <ItemForm manager={manager} item={item ?? null} onClose={onClose} onCreated={onCreated} />
    );
    return item ? <PartsOf manager={manager} item={item} form={form} /> : form;
  }
  if (item === null) {
    return (
      <PageMessage
        level={3}
        title={`There is no ${kind.texts.toggled} ${code}`}
        text="The address may be mistyped."
        action={
          <Button variant="secondary" size="sm" onClick={onClose}>
            Back to the list
          </Button>
        }
      />
    );
  }
  if (read.isError) {
    return (
      <ReadFailure level={3} title={`The ${kind.texts.toggled} could not be loaded`} read={read} />
    );
  }
  return (
    <LoadingSkeleton
      blocks={['h-11 w-full', 'h-28 w-full', 'h-11 w-full', 'h-11 w-full']}
      className="space-y-6"
    />
  );
}

interface PartsOfProps {
  manager: ManagerContext;
  item: InventoryItem;
  form: ReactNode;
}

/** An item's form beside its calendar and pieces, and its components or links where the kind has them. */
function PartsOf({ manager: { kind, search, onSearch }, item, form }: PartsOfProps) {
  const profile = useProfile();
  const stockItem = { type: kind.kind, id: item.id };
  const show = (part: ItemPart | 'form') =>
    onSearch(({ part: _part, ...now }) => (part === 'form' ? now : { ...now, part }), {
      replace: true,
    });
  const parts = [
    { part: 'form' as const, label: 'Details', panel: form },
    { part: 'calendar' as const, label: 'Calendar', panel: <StockPanel item={stockItem} /> },
    { part: 'pieces' as const, label: 'Pieces', panel: <PiecesPanel item={stockItem} /> },
    {
      part: 'components' as const,
      label: 'Components',
      panel: <ComponentsPanel item={stockItem} />,
    },
    { part: 'links' as const, label: 'Links', panel: <CrewLinks member={item} /> },
    {
      part: 'activity' as const,
      label: 'Activity',
      panel: <RecordActivity about={{ type: 'item', id: item.id }} />,
    },
  ].filter(
    ({ part }) =>
      (part !== 'components' || kind.hasComponents) &&
      (part !== 'links' || (kind.hasLinks && mayOpen(profile, CRM_ROLES))),
  );
  const shown = parts.find(({ part }) => part === search.part)?.part ?? 'form';
  return <ItemTabs tabs={parts} shown={shown} onShow={show} />;
}
