import { eventually } from '#tests/support/waiting.ts';

/** Code that runs in the page. Its arguments and its result are JSON. */
type InPage<Result> = (...args: never[]) => Result;

/** The calls of a driver of a browser; an element is found by code that runs in the page. */
export interface Driver {
  goto(address: string): Promise<void>;
  back(): Promise<void>;
  /** Sets the size of the page, or the nearest that the browser has. */
  resize(width: number, height: number): Promise<void>;
  evaluate<Result>(code: InPage<Result>, ...args: unknown[]): Promise<Result>;
  /** Fails where there is no such element. */
  find(find: InPage<Element | undefined>, ...args: unknown[]): Promise<void>;
  /** Moves the mouse to the element and presses it; fails where something else is in the way. */
  press(find: InPage<Element | undefined>, ...args: unknown[]): Promise<void>;
  /** Replaces a field's text by typing. */
  type(text: string, find: InPage<Element | undefined>, ...args: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** Names of controls: an exact text, or the source of a regular expression between slashes. */
type Name = string;

/**
 * Runs in a page: the first visible element with a role and an accessible name, within the dialog that is open.
 * why not by the browser's own tree: WebKit's driver does not show it.
 * @param toPress only once it is where it was two frames before, and nothing lies over it
 */
function findControl(role: string, name: Name, toPress = false): Element | undefined {
  const selectors: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    tab: '[role=tab]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
  };
  const expression = /^\/(.*)\/$/.exec(name)?.[1];
  const isMeant = (text: string) =>
    expression === undefined ? text === name : new RegExp(expression).test(text);
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const parts = [...ids.map((id) => document.getElementById(id)), ...labels];
    const text =
      element.getAttribute('aria-label') ??
      (parts.length > 0 ? parts.map((each) => each?.textContent).join(' ') : element.textContent);
    return text.replaceAll(/\s+/g, ' ').replace(/ ?\*$/, '').trim();
  };
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')];
  const room = dialogs.findLast((each) => each.getClientRects().length > 0) ?? document;
  const found = [...room.querySelectorAll(selectors[role] ?? '')].find(
    (element) => element.getClientRects().length > 0 && isMeant(nameOf(element)),
  );
  const isStill = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = [x, y, width, height].join();
    const before = Reflect.get(window, 'seen') as
      | { element: Element; at: string; frames: number }
      | undefined;
    if (before?.element === element && before.at === at) return before.frames > 1;
    const seen = { element, at, frames: 0 };
    Reflect.set(window, 'seen', seen);
    const count = () => {
      seen.frames += 1;
      if (seen.frames < 2) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    return false;
  };
  const isOnTop = (element: Element) => {
    const { x, y, width, height } = element.getClientRects()[0] as DOMRect;
    if (element.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return true;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return false;
  };
  return found && (!toPress || (isStill(found) && isOnTop(found))) ? found : undefined;
}

/** Acts of a person in any browser. Everything waits for what it needs. */
export class Hands {
  readonly #driver: Driver;
  readonly #site: string;

  constructor(driver: Driver, site: string) {
    this.#driver = driver;
    this.#site = site;
  }

  async open(path: string): Promise<void> {
    await this.#driver.goto(this.#site + path);
    await this.#untilHydrated();
  }

  /** Until React has taken over the page. */
  async #untilHydrated(): Promise<void> {
    await this.until(() => {
      const main = document.querySelector('main, h1');
      return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
    });
  }

  readonly resize = (width: number, height: number): Promise<void> =>
    this.#driver.resize(width, height);
  readonly back = (): Promise<void> => this.#driver.back();
  readonly close = (): Promise<void> => this.#driver.close();

  /** Runs code in the page until it returns something true, and returns that. */
  until<Result>(code: InPage<Result>, ...args: unknown[]): Promise<NonNullable<Result>> {
    return eventually(async () => {
      const found = await this.#driver.evaluate(code, ...args);
      if (!found) throw new Error(`Not so yet: ${args.join(' ') || String(code)}`);
      return found;
    }, 200);
  }

  press(role: 'button' | 'link' | 'tab', name: Name): Promise<void> {
    return eventually(() => this.#driver.press(findControl, role, name, true), 50);
  }

  fill(label: Name, text: string): Promise<void> {
    return eventually(() => this.#driver.type(text, findControl, 'field', label), 200);
  }

  /** Waits for a heading, a button or a link. */
  see(role: 'heading' | 'button' | 'link', name: Name): Promise<void> {
    return eventually(() => this.#driver.find(findControl, role, name), 200);
  }

  /** Waits for a text on the page, and returns what the expression found. */
  read(expression: string): Promise<string> {
    return this.until(
      (source: string) => new RegExp(source).exec(document.body.innerText)?.[0] ?? '',
      expression,
    );
  }

  /** Waits for an address. */
  async arrive(path: string): Promise<void> {
    await this.until((source: string) => new RegExp(source).test(location.href), path);
  }
}
