import { Link2, Share2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';

/** Props of {@link ShareButton}. */
export interface ShareButtonProps {
  name: string;
  /** The item's own path; a link to an alias or with a query is not passed on. */
  path: string;
}

/**
 * Passes the item's address on: by the device's own sharing where there is one, otherwise by the
 * clipboard. It stands on the page only once it works.
 */
export function ShareButton({ name, path }: ShareButtonProps) {
  const way = useSyncExternalStore(never, wayToShare, () => null);
  if (!way) return null;
  const Icon = way === 'share' ? Share2 : Link2;
  const pass = () => {
    const url = window.location.origin + path;
    void (way === 'share' ? share(name, url) : copy(url));
  };
  return (
    <Button variant="quiet" className="-mr-3 px-3 text-ink-quiet hover:text-ink" onClick={pass}>
      <Icon aria-hidden size={17} />
      {way === 'share' ? 'Share' : 'Copy link'}
    </Button>
  );
}

const never = () => () => {};

const wayToShare = () => ('share' in navigator ? 'share' : 'copy');

async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // why: closing the device's sheet without a choice is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copy(url);
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify.success('Link copied');
  } catch {
    // why: an insecure page has no clipboard, and a person may refuse it; the link can still be read.
    notify.failure('The link could not be copied', { description: url });
  }
}
