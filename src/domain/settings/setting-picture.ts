import * as z from 'zod/mini';
import { optionalText, text } from '../shape.ts';

/** A picture of a setting. */
export const settingPicture = z.object({
  /** Root-relative address; null for the built-in picture. */
  url: optionalText,
  alt: text,
  /** The point that stays visible when the picture is cropped, as shares of its width and height. */
  focus: z.exactOptional(z.object({ x: z.number(), y: z.number() })),
});
export type SettingPicture = z.output<typeof settingPicture>;
