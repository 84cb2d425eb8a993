/** One of the pictures that every studio begins with, as a setting: `public/pictures/<file>.webp`. */
export function builtIn(file: string, alt = ''): { url: string | null; alt: string } {
  return { url: `/pictures/${file}.webp`, alt };
}
