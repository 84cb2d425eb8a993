import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classNames } from '#ui/class-names.ts';

/** One part of an item's dialog. */
export interface ItemTab<Part extends string> {
  part: Part;
  label: string;
  panel: ReactNode;
}

export interface ItemTabsProps<Part extends string> {
  tabs: readonly ItemTab<Part>[];
  shown: Part;
  onShow: (part: Part) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The parts of an item's dialog as tabs. A panel is mounted when its tab is first shown and stays
 * mounted, so that nothing typed in it is lost by looking at another.
 */
export function ItemTabs<Part extends string>({ tabs, shown, onShow }: ItemTabsProps<Part>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<readonly Part[]>([shown]);
  if (!mounted.includes(shown)) setMounted([...mounted, shown]);
  // why: a form focuses its first field; another part has none, so its tab is where to start.
  useLayoutEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!selected || selected === list.current?.firstElementChild) return;
    // why: `showModal()` focuses the element with this attribute.
    selected.setAttribute('autofocus', '');
    if (selected.closest('dialog')?.open) selected.focus();
  }, []);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ part }) => part === shown);
    const next = (at + step + tabs.length) % tabs.length;
    if (tabs[next]) onShow(tabs[next].part);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Parts of the item"
        className="-mx-5 -mt-5 mb-5 flex gap-5 border-b border-rule px-5"
      >
        {tabs.map(({ part, label }) => (
          <button
            key={part}
            type="button"
            role="tab"
            id={`${id}-${part}`}
            aria-selected={part === shown}
            aria-controls={`${id}-${part}-panel`}
            tabIndex={part === shown ? 0 : -1}
            onClick={() => onShow(part)}
            onKeyDown={move}
            className={classNames(
              // why the margin: the sheet cuts off what is above the row, also of a focus ring.
              'mt-1 -mb-px h-10 border-b-2 text-sm font-medium transition-colors duration-150',
              part === shown
                ? 'border-teal text-ink'
                : 'border-transparent text-ink-quiet hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ part, panel }) => (
        <div
          key={part}
          role="tabpanel"
          id={`${id}-${part}-panel`}
          aria-labelledby={`${id}-${part}`}
          hidden={part !== shown}
        >
          {mounted.includes(part) && panel}
        </div>
      ))}
    </>
  );
}
