import { formatCount } from '#ui/count.ts';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { dayText } from '#domain/availability/availability-text.ts';
import { formatPrice } from '#domain/money.ts';
import { classNames } from '#ui/class-names.ts';
import { ArchiveItem } from './archive-item.tsx';
import { FreeToday } from './free-today.tsx';
import { ItemLink } from './item-link.tsx';
import { LabelledSwitch } from './item-switch.tsx';
import { DuplicateItem } from './duplicate-item.tsx';
import type { ManagerContext } from '../shared/manager-context.ts';
import { Thumbnail } from '../../kit/thumbnail.tsx';
import { SelectItem, type Selection } from './use-selection.tsx';

export interface InventoryCardProps {
  manager: ManagerContext;
  selection: Selection;
  item: ListedItem;
}

/** An item in the grid: first picture, name, category, price, quantity, stock, both switches and code. */
export function InventoryCard({ manager, selection, item }: InventoryCardProps) {
  return (
    <div className="flex h-full flex-col overflow-hidden rounded-lg border border-rule bg-surface">
      <ItemLink manager={manager} item={item} isRow className="group block grow">
        <Thumbnail
          url={item.images[0]}
          widths={[320, 480, 800]}
          sizes="(min-width: 80rem) 22rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw"
          className={classNames('aspect-4/3 w-full', !item.active && 'opacity-60')}
        />
        <span className="block px-3.5 pt-3 text-sm">
          <span className="flex items-start justify-between gap-3">
            <span className="block font-medium wrap-anywhere group-hover:underline">
              {item.name}
            </span>
            <span className="shrink-0 tabular-nums">
              {formatPrice(item.price)}
              <span className="text-xs text-ink-quiet">/day</span>
            </span>
          </span>
          <Facts item={item} manager={manager} />
        </span>
      </ItemLink>
      <Switches item={item} manager={manager} selection={selection} className="px-3.5 pb-1.5" />
    </div>
  );
}

/** A table row on screens too narrow for columns. */
export function InventoryRow({ manager, selection, item }: InventoryCardProps) {
  return (
    <div className="py-2.5 text-sm">
      <ItemLink
        manager={manager}
        item={item}
        isRow
        className="-mx-2 flex items-start gap-3 rounded-md px-2 py-1 hover:bg-paper-deep"
      >
        <Thumbnail
          url={item.images[0]}
          widths={[120, 240]}
          sizes="64px"
          className={classNames('h-12 w-16 shrink-0 rounded-sm', !item.active && 'opacity-60')}
        />
        <span className="min-w-0 grow">
          <span className="flex items-start justify-between gap-3">
            <span className="block text-base font-medium wrap-anywhere">{item.name}</span>
            <span className="shrink-0 tabular-nums">{formatPrice(item.price)}</span>
          </span>
          <Facts item={item} manager={manager} />
        </span>
      </ItemLink>
      <Switches item={item} manager={manager} selection={selection} />
    </div>
  );
}

/** Category, quantity, what is free today, the next reservation and code under the name. */
function Facts({ item, manager }: Omit<InventoryCardProps, 'selection'>) {
  const category = item.names[manager.kind.cardFact];
  return (
    <span className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-quiet tabular-nums">
      {category && <span>{category}</span>}
      <span>quantity {formatCount(item.quantity)}</span>
      {item.free_today !== null && (
        <span>
          <FreeToday item={item} /> free today
        </span>
      )}
      {item.next_reserved && <span>next {dayText(item.next_reserved)}</span>}
      <span className="ml-auto">{item.code}</span>
    </span>
  );
}

function Switches({
  item,
  manager,
  selection,
  className,
}: InventoryCardProps & { className?: string }) {
  return (
    <div className={classNames('flex items-center gap-5 text-xs text-ink-quiet', className)}>
      <SelectItem selection={selection} item={item} />
      <LabelledSwitch kind={manager.kind} item={item} field="in_studio" />
      <LabelledSwitch kind={manager.kind} item={item} field="active" />
      <span className="ml-auto flex">
        <DuplicateItem manager={manager} item={item} />
        <ArchiveItem kind={manager.kind} item={item} />
      </span>
    </div>
  );
}
