import { Link2, Share2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';

export interface ShareButtonProps {
  /** Name of the shared page, as the title of the device's share sheet. */
  name: string;
  /** The path that is shared, instead of the current address. */
  path: string;
  /** Words of the button where the device has a share sheet, and where the link is copied. */
  label?: string;
  copyLabel?: string;
}

/**
 * Shares an address: with the device's share sheet if it has one, otherwise by copying it.
 * Rendered only after hydration.
 */
export function ShareButton({
  name,
  path,
  label = 'Share',
  copyLabel = 'Copy link',
}: ShareButtonProps) {
  const method = useSyncExternalStore(never, shareMethod, () => null);
  if (!method) return null;
  const Icon = method === 'share' ? Share2 : Link2;
  const onClick = () => {
    const url = window.location.origin + path;
    void (method === 'share' ? share(name, url) : copy(url));
  };
  return (
    <Button variant="quiet" className="-mr-3 px-3 text-ink-quiet hover:text-ink" onClick={onClick}>
      <Icon aria-hidden size={17} />
      {method === 'share' ? label : copyLabel}
    </Button>
  );
}

const never = () => () => {};

const shareMethod = () => ('share' in navigator ? 'share' : 'copy');

async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // why: closing the share sheet is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copy(url);
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify.success('Link copied');
  } catch {
    // why: pages without TLS have no clipboard, and visitors can deny access; show the link instead.
    notify.failure('The link could not be copied', { description: url });
  }
}
