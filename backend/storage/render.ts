import sharp from 'sharp';
import { z } from 'zod';
import { createFairQueue, QueueFull } from '../core/fair-queue.ts';

const FORMATS = ['webp', 'avif', 'jpeg', 'png', 'gif'] as const;
type PictureType = `image/${(typeof FORMATS)[number]}`;

/**
 * Whether a stored content type is served as a picture. why: SVG is not, because it can contain
 * scripts.
 */
export const isPicture = (type: string | null): type is PictureType =>
  FORMATS.some((format) => type === `image/${format}`);

const whole = (least: number, most: number) => {
  const fits = (text: string) => /^\d{1,4}$/.test(text) && +text >= least && +text <= most;
  return z.string().refine(fits, `a whole number from ${least} to ${most}`).transform(Number);
};

/**
 * Query of `/render/image`, with Supabase's limits
 * (https://supabase.com/docs/guides/storage/serving/image-transformations). The message of an issue
 * completes "… must be".
 */
export const renderingQuery = z.object({
  width: whole(1, 2500).optional(),
  height: whole(1, 2500).optional(),
  quality: whole(20, 100).default(80),
  resize: z.enum(['cover', 'contain', 'fill'], 'cover, contain or fill').default('cover'),
  format: z.literal('origin', 'origin').optional(),
});

/** The requested rendering of a picture. */
export type Rendering = z.output<typeof renderingQuery> & { type: PictureType };

/** Maximum pixels of a picture that is decoded, over all its frames. */
export const MOST_PIXELS = 50_000_000;

// why: the largest picture takes hundreds of MB while it is redrawn, so only one is at a time. It takes
// seconds too, for which renderings, which visitors wait for, do not stand behind it.
const ONE_AT_A_TIME = { running: 1, runningOfOne: 1, waiting: 200, waitingOfOne: 100 };
const queues = { store: createFairQueue(ONE_AT_A_TIME), render: createFairQueue(ONE_AT_A_TIME) };
// why: one thread per picture leaves the cores to waiting requests.
sharp.concurrency(1);
// why: its cache would hold 50 MB of pictures that are rarely drawn twice.
sharp.cache(false);

// why: sharp selects the decoder by content; the other decoders (SVG, PDF, TIFF …) are not needed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((each) => `VipsForeignLoad${each}`),
});

/**
 * Runs work on a picture when its turn comes: one is redrawn to be stored, and one rendered, at a
 * time; null when the queue is full.
 */
export async function runQueued<Result>(
  kind: keyof typeof queues,
  address: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return queues[kind].run(address, work).catch((error: unknown) => {
    if (error instanceof QueueFull) return null;
    throw error;
  });
}

/**
 * Renders a picture, never larger than the original; throws sharp's error for bytes that it cannot
 * decode.
 */
export async function render(bytes: ArrayBuffer, wanted: Rendering): Promise<Buffer> {
  const { width = null, height = null, resize, quality, type } = wanted;
  const format = FORMATS.find((each) => type === `image/${each}`) ?? 'webp';
  const fit = resize === 'contain' ? 'inside' : resize;
  return sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(width, height, { fit, withoutEnlargement: true })
    .toFormat(format, { quality, effort: 2 })
    .toBuffer();
}
