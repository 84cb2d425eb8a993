import { createSubscribers } from '#domain/subscribers.ts';

/** The browser's offer to install the app, which Chromium makes as an event. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const isPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

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
  /** Shows the browser's own question; an offer can be used once. */
  accept: () => {
    void offer?.prompt();
    setOffer(null);
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
