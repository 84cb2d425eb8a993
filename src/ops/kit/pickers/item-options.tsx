import type { MouseEvent } from 'react';
import { piecesText } from '#domain/crm/shortage-text.ts';
import { formatPrice } from '#domain/money.ts';
import type { RentableItem } from '#domain/stock/kit-components.ts';
import { classNames } from '#ui/class-names.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { foundItemText } from './found-items.tsx';
import type { useOptions } from './use-options.ts';

export interface ItemOptionsProps {
  items: readonly RentableItem[];
  /** Others match too: the last option shows them. */
  hasMore: boolean;
  /** The days are known, and with them what is free. */
  isDated: boolean;
  options: ReturnType<typeof useOptions>;
  /** The option at a place was pressed; that after the items shows more. */
  onPick: (place: number) => void;
}

/** Scrolls found items into view together with the field. */
const reveal = (list: HTMLElement | null) =>
  list?.closest('form')?.scrollIntoView({ block: 'nearest' });

/** Found items, each with picture, price, place and what is free, for the combobox that finds them. */
export function ItemOptions({ items, hasMore, isDated, options, onPick }: ItemOptionsProps) {
  const optionProps = (at: number) => ({
    id: options.optionId(at),
    role: 'option',
    tabIndex: -1,
    'aria-selected': at === options.at,
    onClick: () => onPick(at),
    // why: a press leaves the focus in the field, where the next item is typed.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    className: classNames(
      'flex min-h-11 cursor-pointer items-center gap-3 px-2 py-1.5 hover:bg-paper-deep',
      at === options.at && 'bg-teal-pale outline-2 -outline-offset-2 outline-transparent',
    ),
  });
  return (
    <div
      {...options.list}
      ref={items.length > 0 ? reveal : undefined}
      aria-label="Found items"
      className={classNames(
        'mt-1 max-h-96 divide-y divide-rule overflow-y-auto overscroll-contain border-y border-rule text-sm',
        items.length === 0 && 'hidden',
      )}
    >
      {items.map((item, at) => (
        <div key={item.id} {...optionProps(at)}>
          <Thumbnail
            url={item.image ?? undefined}
            widths={[80, 160]}
            sizes="48px"
            className="h-9 w-12 shrink-0 rounded-sm"
          />
          <span className="min-w-0 grow">
            <span className="block break-words">{item.name}</span>
            <span className="block text-xs text-ink-quiet tabular-nums">
              {[foundItemText(item, `${formatPrice(item.price)}/day`), item.place]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {isDated && (
            <span
              className={classNames(
                'shrink-0 text-xs tabular-nums',
                item.free === 0 ? 'font-medium text-red' : 'text-ink-quiet',
              )}
            >
              {piecesText(item)}
            </span>
          )}
        </div>
      ))}
      {hasMore && <div {...optionProps(items.length)}>Show more</div>}
    </div>
  );
}
