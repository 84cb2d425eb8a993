import { whenIdle } from './when-idle.ts';

/** First acts of a person: points, touches, types, scrolls; `click` and `focusin` come alone from assistive technology. */
const SIGNS = 'pointermove pointerdown touchstart wheel scroll keydown click focusin'.split(' ');

let used: Promise<void> | undefined;

/** Resolves when somebody uses the page, or has used it before this code was loaded. */
function firstUse(): Promise<void> {
  used ??= new Promise((resolve) => {
    // why: some browsers do not tell.
    const wasActive = 'userActivation' in navigator && navigator.userActivation.hasBeenActive;
    if (wasActive || scrollY > 0) return resolve();
    const heard = new AbortController();
    const hear = ({ type, movementX, movementY }: Partial<PointerEvent>) => {
      // why: browsers report a pointer that rests where the page changes as moved.
      if (type === 'pointermove' && !movementX && !movementY) return;
      heard.abort();
      resolve();
    };
    const options = { capture: true, passive: true, signal: heard.signal };
    for (const sign of SIGNS) addEventListener(sign, hear, options);
  });
  return used;
}

/**
 * Runs once somebody uses the page, when the browser is idle: for scripts that nobody needs who only reads. Returns a
 * function that cancels it.
 */
export function whenUsed(run: () => void): () => void {
  let isWanted = true;
  void firstUse().then(() => whenIdle(() => isWanted && run()));
  return () => {
    isWanted = false;
  };
}
