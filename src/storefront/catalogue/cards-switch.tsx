import { Columns2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { CARDS_KEY } from './cards-in-row.ts';

const isTwo = () => 'cards' in document.documentElement.dataset;

const subscribe = (look: () => void) => {
  addEventListener(CARDS_KEY, look);
  return () => removeEventListener(CARDS_KEY, look);
};

/** Switches a phone's lists to two cards in a row and back. */
export function CardsSwitch() {
  const two = useSyncExternalStore(subscribe, isTwo, () => false);
  const turn = () => {
    const { dataset } = document.documentElement;
    if (two) delete dataset['cards'];
    else dataset['cards'] = '2';
    dispatchEvent(new Event(CARDS_KEY));
    try {
      localStorage.setItem(CARDS_KEY, two ? '1' : '2');
    } catch {
      // why: a browser that keeps nothing still shows what was asked for.
    }
  };
  return (
    <button
      type="button"
      aria-label="Two cards in a row"
      aria-pressed={two}
      onClick={turn}
      className={`${buttonClass({ variant: 'quiet', iconOnly: true })} sm:hidden noscript:hidden in-data-[cards]:bg-teal-pale in-data-[cards]:text-teal`}
    >
      <Columns2 aria-hidden size={19} strokeWidth={1.75} />
    </button>
  );
}
