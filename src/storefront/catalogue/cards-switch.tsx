import { Columns2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { CARDS_KEY } from './cards-in-row.ts';

const isTwo = () => 'cards' in document.documentElement.dataset;

const subscribe = (listener: () => void) => {
  addEventListener(CARDS_KEY, listener);
  return () => removeEventListener(CARDS_KEY, listener);
};

/** Toggles between one and two cards in a row on phones. */
export function CardsSwitch() {
  const two = useSyncExternalStore(subscribe, isTwo, () => false);
  const toggle = () => {
    document.documentElement.toggleAttribute('data-cards', !two);
    dispatchEvent(new Event(CARDS_KEY));
    try {
      localStorage.setItem(CARDS_KEY, two ? '1' : '2');
    } catch {
      // Without storage the setting lasts until the page is reloaded.
    }
  };
  return (
    <button
      type="button"
      aria-label="Two cards in a row"
      aria-pressed={two}
      onClick={toggle}
      className={`${buttonClass({ variant: 'quiet', iconOnly: true })} sm:hidden noscript:hidden in-data-[cards]:bg-teal-pale in-data-[cards]:text-teal`}
    >
      <Columns2 aria-hidden size={19} strokeWidth={1.75} />
    </button>
  );
}
