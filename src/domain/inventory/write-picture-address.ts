import type { PictureDetails } from '../catalogue/picture-address.ts';

/** Longest alternative text, in characters. why: any script's letters fit into a picture's address. */
export const LONGEST_ALT = 120;

const percent = (part: number) => Math.round(Math.min(100, Math.max(0, part)));

/** The address that items store for a picture; its plain URL where nothing is set. */
export function writePictureAddress({ url, alt, focus }: PictureDetails): string {
  const details = [
    focus && `focus=${percent(focus.x)},${percent(focus.y)}`,
    alt?.trim() && `alt=${encodeURIComponent(alt.trim().toWellFormed())}`,
  ].filter(Boolean);
  return details.length > 0 ? `${url}#${details.join('&')}` : url;
}
