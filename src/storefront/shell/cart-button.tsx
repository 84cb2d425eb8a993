import { Link } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCart } from '#storefront/cart/cart-store.ts';
import { useOrderDrawer } from '#storefront/my-order/use-order-drawer.ts';
import { buttonClass } from '#ui/button.tsx';

/** Time for which the badge pulses when the count rises (ms). */
const PULSE_MS = 300;

/**
 * The header's cart button with the number of pieces; opens the order drawer. Before hydration, without
 * JavaScript and where there is no drawer it is a link to /my-order.
 */
export function CartButton() {
  const { count, ready } = useCart();
  const drawer = useOrderDrawer();
  const { Drawer } = drawer;
  // why the same in both: speech control presses what it reads on the button.
  const number = count > 99 ? '99+' : count;
  const label = count === 0 ? 'empty' : `${number} ${count === 1 ? 'item' : 'items'}`;
  const common = {
    'aria-label': `Cart, ${label}`,
    'data-tooltip': 'My Order',
    className: `${buttonClass({ variant: 'quiet', iconOnly: true })} relative`,
    children: <Bag number={number} pulsing={usePulse(count, ready)} />,
  };
  if (!ready || !drawer.offered) return <Link to="/my-order" {...common} />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={drawer.isOpen}
        onPointerEnter={drawer.preload}
        onFocus={drawer.preload}
        onClick={() => void drawer.open()}
        {...common}
      />
      {Drawer && <Drawer open={drawer.isOpen} onClose={drawer.close} />}
    </>
  );
}

function Bag({ number, pulsing }: { number: number | string; pulsing: boolean }) {
  return (
    <>
      <ShoppingBag aria-hidden size={21} strokeWidth={1.75} />
      {number !== 0 && (
        <span
          data-pulsing={pulsing || undefined}
          className="absolute top-0.5 left-5.5 grid h-5 min-w-5 place-items-center rounded-full bg-teal px-1.5 text-[0.6875rem] leading-none font-semibold text-on-fill tabular-nums"
        >
          {number}
        </span>
      )}
    </>
  );
}

/** True for {@link PULSE_MS} after the count rises; the initial count of the page does not pulse. */
function usePulse(count: number, ready: boolean): boolean {
  const before = useRef(Infinity);
  const [pulsing, setPulsing] = useState(false);
  useEffect(() => {
    if (!ready) return undefined;
    const rose = count > before.current;
    before.current = count;
    if (!rose) return undefined;
    setPulsing(true);
    const stop = () => setPulsing(false);
    const timer = setTimeout(stop, PULSE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [count, ready]);
  return pulsing;
}
