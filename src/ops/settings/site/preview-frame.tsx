import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

export interface PreviewFrameProps {
  /** Title of the page. */
  title: string;
  /** Address of the page with the preview's secret; null until there is one. */
  address: string | null;
  /** Loads the page again when it changes. */
  version: number;
}

const WIDTHS = [
  { width: 'phone', label: 'Phone' },
  { width: 'desktop', label: 'Desktop' },
] as const;

/** Whether a window shows an address; false also for a page of another origin, or one that could not be loaded. */
function isAt(page: Window, address: string): boolean {
  try {
    return page.location.href.endsWith(address);
  } catch {
    return false;
  }
}

/** A page of the site with its drafts, as on a phone or scaled down from a desktop. */
export function PreviewFrame({ title, address, version }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(version);
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone');
  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!page || !address || shown.current === version) return;
    shown.current = version;
    // why: a reload keeps the place in the page, which may have been left by a link.
    if (isAt(page, address)) page.location.reload();
    else page.location.replace(address);
  }, [version, address]);
  return (
    <aside aria-label="Preview" className="sticky top-18 self-start">
      <div className="flex items-center gap-2 pb-2">
        <div role="group" aria-label="Width of the preview" className="flex gap-1">
          {WIDTHS.map((one) => (
            <Button
              key={one.width}
              size="sm"
              variant={width === one.width ? 'secondary' : 'quiet'}
              aria-pressed={width === one.width}
              onClick={() => setWidth(one.width)}
            >
              {one.label}
            </Button>
          ))}
        </div>
        {address && (
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open the preview of ${title} in a new tab`}
            className={classNames(
              buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true }),
              'ml-auto',
            )}
          >
            <ExternalLink aria-hidden size={16} />
          </a>
        )}
      </div>
      <div className="h-[calc(100dvh-12rem)] overflow-hidden rounded-md border border-rule bg-surface">
        {address && (
          <iframe
            key={address}
            ref={frame}
            src={address}
            title={`Preview of ${title}`}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- why: a page of this site; the sandbox only stops its forms, since an enquiry from a preview would be a real one.
            sandbox="allow-same-origin allow-scripts"
            className={classNames(
              'border-0',
              width === 'phone'
                ? 'mx-auto block h-full w-97.5 max-w-full'
                : 'h-[250%] w-[250%] origin-top-left scale-40 2xl:h-[200%] 2xl:w-[200%] 2xl:scale-50',
            )}
          />
        )}
      </div>
    </aside>
  );
}
