/**
 * Keeps taps and typing until the page is hydrated, then replays them. Runs in the page, as text:
 * nothing from outside of it is at hand.
 *
 * A tapped button is marked busy (`data-tapped`, `aria-busy`) and pressed once, later. Links, forms
 * and `<details>` work without scripts and are left to the browser, with one exception: a link that
 * is tapped after Add to Order (`data-adds`) waits for it. Of buttons that open something over the
 * page only the last counts.
 * @param hydrated event that says that React has taken over
 * @param lost event that says that it never will
 * @param tapped event to send at the first queued tap
 * @param patience how long a tap waits (ms)
 */
export default function queueTaps(
  hydrated: string,
  lost: string,
  tapped: string,
  patience: number,
) {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const queue = new Set<HTMLElement>();
  const edited = new Map<Field, string | boolean>();
  const opened = new Set<HTMLDetailsElement>();
  const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
  const stop = new AbortController();
  let isLost = false;
  let words: HTMLElement | undefined;

  const on = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, listener, { capture: true, signal: stop.signal });

  const say = (role: string, text: string, look: string) => {
    words?.remove();
    words = document.createElement('p');
    words.setAttribute('role', role);
    words.className = look;
    words.textContent = text;
    document.body.append(words);
    return words;
  };
  const drop = (element: HTMLElement) => {
    queue.delete(element);
    element.removeAttribute('data-tapped');
    element.removeAttribute('aria-busy');
  };
  const dropAll = () => {
    for (const element of queue) drop(element);
    words?.remove();
    words = undefined;
  };
  const giveUp = () => {
    const link = [...queue].find((one) => one instanceof HTMLAnchorElement);
    dropAll();
    if (link) return location.assign(link.href);
    const notice = say(
      'alert',
      'This page has not loaded completely. ',
      'fixed inset-x-0 bottom-0 z-50 bg-ink px-4 py-3 text-sm text-white',
    );
    const again = document.createElement('a');
    again.href = location.href;
    again.className = 'underline underline-offset-4';
    again.textContent = 'Load it again';
    again.addEventListener('click', (event) => {
      // why: an address with a fragment would only scroll.
      event.preventDefault();
      location.reload();
    });
    notice.append(again);
  };
  const take = (element: HTMLElement, event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isLost) return giveUp();
    if (queue.has(element)) return;
    if (queue.size === 0) {
      setTimeout(() => {
        if (queue.size > 0) giveUp();
      }, patience);
    }
    queue.add(element);
    element.setAttribute('data-tapped', '');
    element.setAttribute('aria-busy', 'true');
    say('status', 'Loading…', 'sr-only');
    dispatchEvent(new Event(tapped));
  };

  on('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const control = target?.closest<HTMLElement>('button, summary, a[href]');
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (control instanceof HTMLButtonElement) {
      if (control.type !== 'button') return;
      if (control.ariaHasPopup) for (const one of queue) if (one.ariaHasPopup) drop(one);
      take(control, event);
    } else if (control instanceof HTMLAnchorElement) {
      if (control.target || control.origin !== location.origin) return;
      if (control.hash && control.pathname === location.pathname) return;
      const isAdding = [...queue].some((one) => 'adds' in one.dataset);
      for (const one of queue) if (!isAdding || 'href' in one || one.ariaHasPopup) drop(one);
      if (isAdding) take(control, event);
    } else if (control.parentElement instanceof HTMLDetailsElement) {
      opened.add(control.parentElement);
    }
  });
  for (const name of ['input', 'change'] as const) {
    on(name, ({ target }) => {
      if (!(target instanceof Element && target.matches('input, textarea, select'))) return;
      const field = target as Field;
      edited.set(field, isBox(field) ? field.checked : field.value);
    });
  }
  on('pagehide', dropAll);
  const lose = () => {
    isLost = true;
    if (queue.size > 0) giveUp();
  };
  on('error', ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') lose();
  });
  addEventListener(lost, lose);

  // why: React hydrates a part of the page at once when an event of its kind reaches it.
  const send = (element: HTMLElement, name: string) =>
    element.dispatchEvent(new Event(name, { bubbles: true }));
  /**
   * Makes a change once more, for React to see. why the value: hydrating may have taken it back; and
   * why set twice: React takes no notice of a value that it finds in the field already.
   */
  const tell = (field: Field, value: string | boolean) => {
    send(field, 'input');
    if (isBox(field)) {
      field.checked = !value;
      field.click();
      return;
    }
    const text = field instanceof HTMLSelectElement ? null : field;
    const { selectionStart = null, selectionEnd = null } = text ?? {};
    field.value = `${String(value)} `;
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    own?.set?.call(field, value);
    if (selectionStart !== null) text?.setSelectionRange(selectionStart, selectionEnd);
    send(field, 'input');
    send(field, 'change');
  };

  const replay = () => {
    stop.abort();
    const taps = [...queue];
    dropAll();
    for (const details of opened) {
      send(details, 'input');
      details.dispatchEvent(new Event('toggle'));
    }
    for (const [field, value] of edited) if (field.isConnected) tell(field, value);
    for (const tap of taps) {
      if (tap.isConnected) tap.click();
      else if (tap instanceof HTMLAnchorElement) location.assign(tap.href);
    }
  };
  // why later: React hydrates what an event asks for only outside of its own work.
  addEventListener(hydrated, () => setTimeout(replay), { once: true });
}
