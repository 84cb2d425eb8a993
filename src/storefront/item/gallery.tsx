import { ImageOff } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import { Picture } from '#storefront/shared/picture.tsx';

const MAIN_WIDTHS = [400, 640, 800, 1200] as const;
const MAIN_SIZES = '(min-width: 1440px) 749px, (min-width: 768px) 55vw, 100vw';
const THUMB_WIDTHS = [160, 240] as const;

/** The thumbnail that a key moves to. */
const STEPS: Partial<Record<string, (position: number, last: number) => number>> = {
  ArrowLeft: (position) => Math.max(0, position - 1),
  ArrowRight: (position, last) => Math.min(last, position + 1),
  Home: () => 0,
  End: (_, last) => last,
};

export interface GalleryProps {
  name: string;
  images: readonly string[];
  /** Shown in the picture's corner. */
  badges: ReactNode;
}

/**
 * An item's pictures: a square as wide as its column, on a phone as the screen, and for several pictures a strip
 * of 80 px thumbnails (docs/product/storefront.md). Swipe, arrow keys and thumbnails change the picture.
 */
export function Gallery({ name, images: stored, badges }: GalleryProps) {
  const images = [...new Set(stored)];
  const several = images.length > 1;
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-3 md:sticky md:top-24 md:justify-items-start md:self-start lg:items-start',
        // why columns: the picture has its place before the thumbnails arrive.
        several && 'lg:grid-cols-[5rem_minmax(0,1fr)]',
      )}
    >
      {several ? (
        <PictureTabs name={name} images={images} badges={badges} />
      ) : (
        <div className={FRAME}>
          {images[0] ? <MainPicture url={images[0]} alt={name} first /> : <NoPicture />}
          <Corner>{badges}</Corner>
        </div>
      )}
    </div>
  );
}

const FRAME =
  'relative aspect-square w-[calc(100%+2*var(--edge))] overflow-hidden bg-paper-deep md:w-full md:rounded-lg outline-offset-2 outline-teal has-[:focus-visible]:outline-2';

function Corner({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute top-3 left-3 flex max-w-[85%] flex-wrap gap-1.5">
      {children}
    </div>
  );
}

/** Several pictures in a scroll-snapping row, with the thumbnails as its tabs. */
function PictureTabs({ name, images, badges }: GalleryProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  // why: the scroll position is the single source of truth, whether changed by swipe, key or thumbnail.
  const onScroll = () => {
    if (row.current) setShown(Math.round(row.current.scrollLeft / row.current.clientWidth));
  };
  const show = (position: number) => {
    row.current?.scrollTo({ left: position * row.current.clientWidth });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(shown, images.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    strip.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div className={classNames(FRAME, 'lg:col-start-2')}>
        <div
          ref={row}
          id={id}
          role="tabpanel"
          aria-labelledby={`${id}-${shown}`}
          tabIndex={0}
          onScroll={onScroll}
          className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain outline-none [scrollbar-width:none]"
        >
          {images.map((url, position) => (
            <div key={url} className="relative size-full shrink-0 snap-center">
              <MainPicture
                url={url}
                alt={`${name}, picture ${position + 1} of ${images.length}`}
                first={position === 0}
              />
            </div>
          ))}
        </div>
        <Corner>{badges}</Corner>
      </div>
      <div
        ref={strip}
        role="tablist"
        aria-label="Pictures"
        className="flex gap-2 lg:col-start-1 lg:row-start-1 lg:flex-col"
      >
        {images.map((url, position) => (
          <button
            key={url}
            type="button"
            role="tab"
            id={`${id}-${position}`}
            aria-label={`Picture ${position + 1}`}
            aria-controls={id}
            aria-selected={position === shown}
            tabIndex={position === shown ? 0 : -1}
            onClick={() => show(position)}
            onKeyDown={onKeyDown}
            className={classNames(
              'block size-20 overflow-hidden rounded-md border-2 bg-paper-deep transition-colors duration-150',
              position === shown ? 'border-teal' : 'border-transparent hover:border-rule-strong',
            )}
          >
            <Picture
              url={url}
              alt=""
              width={80}
              height={80}
              widths={THUMB_WIDTHS}
              sizes="80px"
              className="size-full object-cover"
            />
          </button>
        ))}
      </div>
    </>
  );
}

/**
 * The uncropped picture in a square: the space above and below a wide picture is filled with its
 * mirrored, stretched edges, so that its background seems to continue.
 */
function MainPicture({ url, alt, first }: { url: string; alt: string; first: boolean }) {
  const common = { url, width: 800, height: 600, widths: MAIN_WIDTHS, sizes: MAIN_SIZES };
  return (
    <div className="absolute inset-0 flex flex-col justify-center overflow-hidden">
      <div className="relative isolate">
        <Picture
          {...common}
          alt={readPictureAddress(url).alt ?? alt}
          first={first}
          className="h-auto w-full"
          fallback={<NoPicture />}
        />
        {['bottom-full -mb-2 origin-bottom', 'top-full -mt-2 origin-top'].map((edge) => (
          // why out of the flow: the picture has its place before they arrive. why below its edge: WebKit rounds
          // their place to a pixel before it stretches them, which leaves a gap of up to eight.
          <div key={edge} className={classNames('absolute inset-x-0 -z-1 scale-y-800', edge)}>
            <Picture {...common} alt="" className="h-auto w-full -scale-y-100" fallback={null} />
          </div>
        ))}
      </div>
    </div>
  );
}

function NoPicture() {
  return (
    <div className="grid size-full place-content-center justify-items-center gap-2 text-ink-quiet">
      <ImageOff aria-hidden size={32} strokeWidth={1.25} />
      No image
    </div>
  );
}
