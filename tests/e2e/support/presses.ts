import type { Locator, Page } from '@playwright/test';

/** Cost of a step of a walk. */
interface Step {
  name: string;
  /** Clicks, taps, and keys that type no text, such as Tab and Enter. */
  presses: number;
  /** Characters typed. */
  typed: number;
  /** Time that the step took here, in which pages load; nobody reads or thinks in it. */
  seconds: number;
}

/** A person on a page whose presses are counted. All that the person does goes through here. */
export interface Counted {
  /** Counts what is done in it as a step of its own. */
  step: (name: string, walk: () => Promise<void>) => Promise<void>;
  /** A click; a tap on a touch screen. */
  press: (target: Locator) => Promise<void>;
  /** A key that types no text; with modifiers it is one press. */
  key: (key: string) => Promise<void>;
  /** Types where the focus is. */
  type: (text: string) => Promise<void>;
  /** Pastes where the focus is: one press, with the modifier. */
  paste: (text: string) => Promise<void>;
  /** The browser fills in what it knows: the press on its suggestion. */
  autofill: (values: readonly (readonly [field: Locator, value: string])[]) => Promise<void>;
  /** The presses of all steps. */
  presses: () => number;
  /** A line for each step, and their sum. */
  report: () => string;
}

/** Counts what a person does on a page. */
export function counted(page: Page, { isTouch = false } = {}): Counted {
  const steps: Step[] = [];
  const now = { presses: 0, typed: 0 };
  const sum = (figure: 'presses' | 'typed' | 'seconds') =>
    steps.reduce((all, step) => all + step[figure], 0);
  return {
    async step(name, walk) {
      Object.assign(now, { presses: 0, typed: 0 });
      const began = performance.now();
      await walk();
      steps.push({ name, ...now, seconds: (performance.now() - began) / 1000 });
    },
    async press(target) {
      now.presses += 1;
      await (isTouch ? target.tap() : target.click());
    },
    async key(key) {
      now.presses += 1;
      await page.keyboard.press(key);
    },
    async type(text) {
      now.typed += text.length;
      await page.keyboard.type(text);
    },
    async paste(text) {
      now.presses += 1;
      await page.keyboard.insertText(text);
    },
    async autofill(values) {
      now.presses += 1;
      for (const [field, value] of values) await field.fill(value);
    },
    presses: () => sum('presses'),
    report() {
      const all = { name: 'all', presses: sum('presses'), typed: sum('typed') };
      return [...steps, { ...all, seconds: sum('seconds') }]
        .map(
          ({ name, presses, typed, seconds }) =>
            `${name}: ${presses} presses, ${typed} characters, ${seconds.toFixed(1)} s`,
        )
        .join('\n');
    },
  };
}
