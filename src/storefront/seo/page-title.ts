import { studio } from '#config';

/** A page's title: 'Rent Props | studio name', or only the studio's name. */
export function pageTitle(title?: string): string {
  return title ? `${title} | ${studio.studio.name}` : studio.studio.name;
}
