import { createSubscribers } from '#domain/subscribers.ts';

/** The browser's offer to install the app, which Chromium makes as an event. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const isPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** In localStorage once the user of this browser does not want the app. */
const DISMISSED = 'ops-install-dismissed';

const { subscribe, notify } = createSubscribers();
let offer: InstallPromptEvent | null = null;

const setOffer = (next: InstallPromptEvent | null) => {
  offer = next;
  notify();
};

/** The offer to install the app, as a store. */
export const installOffer = {
  subscribe,
  isThere: () => offer !== null,
  isDismissed: () => localStorage.getItem(DISMISSED) !== null,
  /** Shows the browser's own question; an offer can be used once, and "no" counts for good. */
  accept: () => {
    void offer?.prompt();
    void offer?.userChoice.then(({ outcome }) => {
      if (outcome === 'dismissed') installOffer.dismiss();
    });
    setOffer(null);
  },
  /** why for good: the browser repeats its offer with every page. */
  dismiss: () => {
    localStorage.setItem(DISMISSED, '1');
    notify();
  },
};

/**
 * Registers the service worker of the back office, and waits for the browser's offer to install it.
 * Without one (no secure connection, private browsing) all pages work the same.
 */
export function registerApp(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // why: the offer is shown in the account sheet, not at once.
    event.preventDefault();
    if (isPrompt(event)) setOffer(event);
  });
  addEventListener('appinstalled', () => setOffer(null));
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/ops/sw.js', { scope: '/ops', updateViaCache: 'none' })
    .catch(() => {});
}
