import { expect, type Locator, type Page } from '@playwright/test';

/** Acts of a person with the keyboard alone; counts the keys, each typed character and each of a chord too. */
export class Keys {
  readonly #page: Page;
  #count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get count(): number {
    return this.#count;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#count += key.split('+').length;
      await this.#page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.#count += text.length;
    await this.#page.keyboard.type(text);
  }

  /**
   * Presses Tab until the control has the focus.
   * @param key `Shift+Tab` leads back, from the first control of a drawer to those of its foot
   * @throws when it is not reached
   */
  async tabTo(control: Locator, most = 40, key = 'Tab'): Promise<void> {
    await expect(control).toBeVisible();
    const has = () => control.evaluate((one) => one === document.activeElement);
    for (let at = 0; at < most; at += 1) {
      if (await has()) return;
      await this.press(key);
    }
    expect(await has(), `${key} did not reach ${control.toString()}`).toBe(true);
  }
}
