import { useSite } from '#data/settings/use-site.ts';

/** The studio's three key figures. */
export function Figures() {
  const site = useSite();
  const figures = [
    { before: 'More than', figure: site.studio.work_brands, what: 'brands' },
    { before: 'Over', figure: site.studio.work_images, what: 'images' },
    { before: 'And', figure: `${site.studio.work_videos}+`, what: 'videos' },
  ];
  return (
    <ul className="grid border-y border-rule sm:grid-cols-3 sm:divide-x sm:divide-rule">
      {figures.map(({ before, figure, what }) => (
        <li
          key={what}
          className="flex items-baseline gap-3 border-rule py-5 not-first:border-t sm:block sm:px-5 sm:py-10 lg:px-8 sm:not-first:border-t-0 sm:first:pl-0"
        >
          <span className="block w-24 shrink-0 text-sm text-ink-quiet sm:w-auto">{before} </span>
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 sm:block">
            <span className="block font-display text-4xl tabular-nums sm:text-3xl lg:text-4xl">
              {figure}{' '}
            </span>
            <span className="mt-1 block text-ink-quiet">{what}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
