import { ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Picture } from '../shell/picture.tsx';

const MAIN_WIDTHS = [400, 640, 800, 1200] as const;
const MAIN_SIZES = '(min-width: 1440px) 640px, (min-width: 768px) 44vw, 80vw';
const THUMB_WIDTHS = [160, 240] as const;

/** Props of {@link Gallery}. */
export interface GalleryProps {
  name: string;
  images: readonly string[];
  /** Over the picture's corner. */
  badges: ReactNode;
}

/** An item's pictures: a large square one and, when there are more, a strip to choose from. */
export function Gallery({ name, images, badges }: GalleryProps) {
  const [index, setIndex] = useState(0);
  const shown = images[index] ?? images[0];
  return (
    <div className="flex flex-col items-center gap-3 md:flex-row-reverse md:items-start md:justify-end">
      <div className="relative aspect-square w-4/5 shrink-0 overflow-hidden rounded-lg bg-paper-deep">
        {shown ? (
          <MainPicture
            key={shown}
            url={shown}
            alt={images.length > 1 ? `${name}, picture ${index + 1} of ${images.length}` : name}
          />
        ) : (
          <NoPicture />
        )}
        <div className="absolute top-3 left-3 flex max-w-[85%] flex-wrap gap-1.5">{badges}</div>
      </div>
      {images.length > 1 && (
        <ul aria-label="Pictures" className="flex flex-wrap gap-2 md:flex-col">
          {images.map((url, position) => (
            <li key={url}>
              <button
                type="button"
                aria-label={`Show picture ${position + 1}`}
                aria-pressed={position === index}
                onClick={() => setIndex(position)}
                className={classNames(
                  'block size-20 overflow-hidden rounded-md border-2 bg-paper-deep transition-colors duration-150',
                  position === index
                    ? 'border-teal'
                    : 'border-transparent hover:border-rule-strong',
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
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The whole picture in a square: what a wide one leaves free above and below is filled with its own
 * outermost rows, mirrored and drawn out, so that nothing of the item is cut off and its ground
 * simply goes on.
 */
function MainPicture({ url, alt }: { url: string; alt: string }) {
  const common = { url, width: 800, height: 600, widths: MAIN_WIDTHS, sizes: MAIN_SIZES };
  return (
    <div className="absolute inset-0 flex flex-col justify-center">
      <div className="origin-bottom scale-y-800">
        <Picture {...common} alt="" className="h-auto w-full -scale-y-100" fallback={null} />
      </div>
      <Picture
        {...common}
        alt={alt}
        first
        className="relative h-auto w-full"
        fallback={<NoPicture />}
      />
      <div className="origin-top scale-y-800">
        <Picture {...common} alt="" className="h-auto w-full -scale-y-100" fallback={null} />
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
