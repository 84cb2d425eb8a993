/**
 * Queues taps and typing until the page is hydrated, then replays them. Its source is inlined into the
 * page, so it can use nothing from outside the function.
 *
 * A tapped button is marked busy (`data-tapped`, `aria-busy`) and clicked once after hydration. Links,
 * forms and `<details>` work without scripts and are left to the browser, except that a link tapped
 * after Add to Order (`data-adds`) waits for it. Of several buttons that open a sheet only the last
 * is replayed.
 * @param hydrated event dispatched when React has hydrated the page
 * @param lost event dispatched when a script failed to load
 * @param tapped event to dispatch at the first queued tap
 * @param timeout how long a tap waits (ms)
 */
export default function queueTaps(hydrated: string, lost: string, tapped: string, timeout: number) {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const queue = new Set<HTMLElement>();
  const edited = new Map<Field, string | boolean>();
  const opened = new Set<HTMLDetailsElement>();
  const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
  const stop = new AbortController();
  let isLost = false;
  let message: HTMLElement | undefined;

  const on = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, listener, { capture: true, signal: stop.signal });

  const showMessage = (role: string, text: string, className: string) => {
    message?.remove();
    message = document.createElement('p');
    message.setAttribute('role', role);
    message.className = className;
    message.textContent = text;
    document.body.append(message);
    return message;
  };
  const drop = (element: HTMLElement) => {
    queue.delete(element);
    element.removeAttribute('data-tapped');
    element.removeAttribute('aria-busy');
  };
  const dropAll = () => {
    for (const element of queue) drop(element);
    message?.remove();
    message = undefined;
  };
  const giveUp = () => {
    const link = [...queue].find((one) => one instanceof HTMLAnchorElement);
    dropAll();
    if (link) return location.assign(link.href);
    const notice = showMessage(
      'alert',
      'This page has not loaded completely. ',
      'fixed inset-x-0 bottom-0 z-50 bg-ink px-4 py-3 text-sm text-paper',
    );
    const again = document.createElement('a');
    again.href = location.href;
    again.className = 'underline underline-offset-4';
    again.textContent = 'Load it again';
    again.addEventListener('click', (event) => {
      // why: following a link with a fragment would only scroll.
      event.preventDefault();
      location.reload();
    });
    notice.append(again);
  };
  const enqueue = (element: HTMLElement, event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isLost) return giveUp();
    if (queue.has(element)) return;
    if (queue.size === 0) {
      setTimeout(() => {
        if (queue.size > 0) giveUp();
      }, timeout);
    }
    queue.add(element);
    element.setAttribute('data-tapped', '');
    element.setAttribute('aria-busy', 'true');
    showMessage('status', 'Loading…', 'sr-only');
    dispatchEvent(new Event(tapped));
  };

  on('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const control = target?.closest<HTMLElement>('button, summary, a[href]');
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (control instanceof HTMLButtonElement) {
      if (control.type !== 'button') return;
      if (control.ariaHasPopup) for (const one of queue) if (one.ariaHasPopup) drop(one);
      enqueue(control, event);
    } else if (control instanceof HTMLAnchorElement) {
      if (control.target || control.origin !== location.origin) return;
      if (control.hash && control.pathname === location.pathname) return;
      const isAdding = [...queue].some((one) => 'adds' in one.dataset);
      for (const one of queue) if (!isAdding || 'href' in one || one.ariaHasPopup) drop(one);
      if (isAdding) enqueue(control, event);
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
  const onLost = () => {
    isLost = true;
    if (queue.size > 0) giveUp();
  };
  on('error', ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') onLost();
  });
  addEventListener(lost, onLost);

  // why: React hydrates a part of the page at once when an event that it handles reaches it.
  const dispatch = (element: HTMLElement, name: string) =>
    element.dispatchEvent(new Event(name, { bubbles: true }));
  /**
   * Repeats an edit so that React sees it.
   * why set the value: hydration may have reset it. why twice: React ignores an event whose value is
   * the one it already knows.
   */
  const replayEdit = (field: Field, value: string | boolean) => {
    dispatch(field, 'input');
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
    dispatch(field, 'input');
    dispatch(field, 'change');
  };

  const replay = () => {
    stop.abort();
    const taps = [...queue];
    dropAll();
    for (const details of opened) {
      dispatch(details, 'input');
      details.dispatchEvent(new Event('toggle'));
    }
    for (const [field, value] of edited) if (field.isConnected) replayEdit(field, value);
    for (const tap of taps) {
      if (tap.isConnected) tap.click();
      else if (tap instanceof HTMLAnchorElement) location.assign(tap.href);
    }
  };
  // why a new task: React hydrates for an event only outside of its own work.
  addEventListener(hydrated, () => setTimeout(replay), { once: true });
}
