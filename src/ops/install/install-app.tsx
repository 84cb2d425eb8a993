import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { installOffer } from './install-prompt.ts';

/**
 * The offer to install the back office as an app, or how to do it where the browser has no button for it. Once
 * dismissed, it does not return in this browser.
 */
export function InstallApp() {
  const { subscribe, isThere, isDismissed } = installOffer;
  const isOffered = useSyncExternalStore(subscribe, isThere);
  const isUnwanted = useSyncExternalStore(subscribe, isDismissed);
  if (isUnwanted || matchMedia('(display-mode: standalone)').matches) return null;
  if (!isOffered && !isAppleMobile()) return null;
  return (
    <section aria-labelledby="install-app">
      <h3 id="install-app" className="mb-2 text-sm font-semibold">
        App
      </h3>
      <p className="mb-3 text-sm text-ink-quiet">
        The back office on the home screen, without the browser around it.
        {!isOffered && ' In Safari, open Share and select “Add to Home Screen”.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {isOffered && (
          <Button variant="secondary" onClick={installOffer.accept}>
            <Download aria-hidden size={16} />
            Install app
          </Button>
        )}
        <Button variant="quiet" onClick={installOffer.dismiss}>
          No, thanks
        </Button>
      </div>
    </section>
  );
}

/** why by touch points: an iPad says that it is a Mac. */
const isAppleMobile = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
