import type { SettingPicture } from '#domain/settings/site.ts';
import { PagePicture, type PagePictureProps } from '#storefront/shared/page-picture.tsx';
import { Picture } from '#storefront/shared/picture.tsx';

/** Props of {@link SitePicture}. */
export interface SitePictureProps extends Omit<PagePictureProps, 'name' | 'alt'> {
  picture: SettingPicture;
}

/** A picture that the studio can replace: one of the site's own, or a stored one with its renderings. */
export function SitePicture({ picture: { url, alt, focus }, ...image }: SitePictureProps) {
  const { width, widths = [480, width] } = image;
  if (!url) return null;
  const [, name] = /^\/pictures\/(.+)-\d+\.webp$/.exec(url) ?? [];
  if (name && url.endsWith(`-${width}.webp`))
    return <PagePicture {...image} name={name} alt={alt} />;
  const point = focus ? `#focus=${focus.x * 100},${focus.y * 100}` : '';
  return <Picture {...image} url={url + point} alt={alt} widths={widths} />;
}
