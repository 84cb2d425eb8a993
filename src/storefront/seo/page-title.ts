import { studio } from '#config';

/** A page's title: 'Rent Props | studio name' (spec, public side §2); the studio's alone for none. */
export function pageTitle(title?: string): string {
  return title ? `${title} | ${studio.name}` : studio.name;
}
