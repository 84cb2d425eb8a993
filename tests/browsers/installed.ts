import { existsSync } from 'node:fs';

export const WEBKIT = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
export const FIREFOX = '/usr/bin/firefox-esr';

/** Whether Debian's WebKit and its driver are installed: packages webkit2gtk-driver and xvfb. */
export const hasWebKit = (): boolean =>
  [WEBKIT, WEBKIT_DRIVER, '/usr/bin/Xvfb'].every((path) => existsSync(path));

/** Whether Debian's Firefox is installed: package firefox-esr. */
export const hasFirefox = (): boolean => existsSync(FIREFOX);
