import sharp from 'sharp';

const formats = {
  'image/webp': ['webp', { effort: 2 }],
  'image/avif': ['avif', { effort: 1 }],
  'image/jpeg': ['jpeg', {}],
  'image/png': ['png', {}],
  'image/gif': ['gif', {}],
} as const;

/** The pictures that are served as such. why: SVG is not among them, it can hold scripts. */
export type PictureType = keyof typeof formats;

/** Whether a stored content type is one of the pictures that are served as such. */
export const isPicture = (type: string | null): type is PictureType =>
  type !== null && Object.hasOwn(formats, type);

/** How a picture is wanted: what `/render/image` takes, read and within its limits. */
export type Rendering = {
  width: number | null;
  height: number | null;
  fit: 'cover' | 'inside' | 'fill';
  quality: number;
  type: PictureType;
};

const MOST_AT_ONCE = 2;
const MOST_WAITING = 200;

// why: one thread a picture and two pictures at once leave the cores to the requests that wait.
sharp.concurrency(1);

/**
 * Reads width, height (1 to 2500), resize, quality (20 to 100) and format, with Supabase's limits
 * (https://supabase.com/docs/guides/storage/serving/image-transformations). WebP, unless the
 * original's type is asked for or the client does not take WebP. Returns what is wrong as text.
 */
export function readRendering(
  query: Record<string, string>,
  accept: string,
  original: PictureType,
): Rendering | string {
  const whole = (name: string, least: number, most: number) => {
    const text = query[name];
    const value = Number(text);
    if (text === undefined) return null;
    return /^\d{1,4}$/.test(text) && value >= least && value <= most ? value : undefined;
  };
  const [width, height] = [whole('width', 1, 2500), whole('height', 1, 2500)];
  const quality = whole('quality', 20, 100);
  const fit = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;
  const resize = query['resize'] ?? 'cover';
  if (width === undefined) return 'width must be a whole number from 1 to 2500';
  if (height === undefined) return 'height must be a whole number from 1 to 2500';
  if (quality === undefined) return 'quality must be a whole number from 20 to 100';
  if (!Object.hasOwn(fit, resize)) return 'resize must be cover, contain or fill';
  if ((query['format'] ?? 'origin') !== 'origin') return 'format must be origin';
  const webp = !('format' in query) && (!accept || /image\/(webp|\*)|\*\/\*/.test(accept));
  return {
    width,
    height,
    fit: fit[resize as keyof typeof fit],
    quality: quality ?? 80,
    type: webp ? 'image/webp' : original,
  };
}

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Draws a picture from a file as wanted, never larger than it is. Returns null when too many
 * pictures wait already; throws what sharp throws for a file that it cannot read as a picture.
 */
export async function render(file: string, wanted: Rendering): Promise<Buffer | null> {
  if (waiting.length >= MOST_WAITING) return null;
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    const { width, height, fit, quality, type } = wanted;
    const [format, options] = formats[type];
    return await sharp(file, { limitInputPixels: 50_000_000 })
      .autoOrient()
      .resize(width, height, { fit, withoutEnlargement: true })
      .toFormat(format, { ...options, ...(format !== 'gif' && { quality }) })
      .toBuffer();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
