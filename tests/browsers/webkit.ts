import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, type WebElement } from 'selenium-webdriver';
import { eventually } from '#tests/support/waiting.ts';
import type { Driver } from './hands.ts';
import { WEBKIT, WEBKIT_DRIVER } from './installed.ts';

const PORT = 4791;
const SCREEN = ':91';

/** Starts WebKit, Safari's engine, on a screen of its own. It gets no narrower than 447 px. */
export async function startWebKit(): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'studio-webkit-'));
  const screen = spawn('Xvfb', [SCREEN, '-screen', '0', '1600x1200x24'], { stdio: 'ignore' });
  const driver = spawn(WEBKIT_DRIVER, [`--port=${PORT}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DISPLAY: SCREEN,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      // why: WebKit's sandbox does not run as root.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  await eventually(() => fetch(`http://127.0.0.1:${PORT}/status`));
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${PORT}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: WEBKIT, args: ['--automation'] },
    })
    .build();
  const found = async (find: unknown, args: unknown[]) => {
    const element = await browser.executeScript<WebElement | null>(
      `return (${String(find)})(...arguments)`,
      ...args,
    );
    if (!element) throw new Error(`Not there: ${args.join(' ')}`);
    return element;
  };
  return {
    goto: (address) => browser.get(address),
    back: () => browser.navigate().back(),
    async resize(width, height) {
      const window = browser.manage().window();
      await window.setRect({ width, height });
      const [inner, innerHeight] = await browser.executeScript<[number, number]>(
        'return [innerWidth, innerHeight]',
      );
      await window.setRect({ width: 2 * width - inner, height: 2 * height - innerHeight });
    },
    evaluate: (code, ...args) =>
      browser.executeScript(`return (${String(code)})(...arguments)`, ...args),
    find: async (find, ...args) => void (await found(find, args)),
    press: async (find, ...args) => (await found(find, args)).click(),
    async type(text, find, ...args) {
      const field = await found(find, args);
      await field.clear();
      await field.sendKeys(text);
    },
    async close() {
      await browser.quit();
      driver.kill();
      screen.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
