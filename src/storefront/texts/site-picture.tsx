import type { SettingPicture } from '#domain/settings/setting-picture.ts';
import { PagePicture, type PagePictureProps } from '#storefront/shared/page-picture.tsx';
import { Picture } from '#storefront/shared/picture.tsx';

export interface SitePictureProps extends Omit<PagePictureProps, 'name' | 'alt' | 'style'> {
  picture: SettingPicture;
}

/** A picture that the studio can replace: one of the site's own, or a stored one with its renderings. */
export function SitePicture({ picture: { url, alt, focus }, ...image }: SitePictureProps) {
  const { width, widths = [480, width] } = image;
  if (!url) return null;
  const point = focus && { x: focus.x * 100, y: focus.y * 100 };
  const [, name, size] = /^\/pictures\/(.+)-(\d+)\.webp$/.exec(url) ?? [];
  if (name && Number(size) === width) {
    const style = point && { objectPosition: `${point.x}% ${point.y}%` };
    return <PagePicture {...image} name={name} alt={alt} style={style} />;
  }
  const details = point ? `#focus=${point.x},${point.y}` : '';
  return <Picture {...image} url={url + details} alt={alt} widths={widths} />;
}
