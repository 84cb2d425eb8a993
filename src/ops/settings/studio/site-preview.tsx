import { useRouteContext } from '@tanstack/react-router';
import { formatMobile } from '#domain/phone.ts';
import { siteOf, type SiteSettings } from '#domain/settings/site.ts';
import { cartGstRate, gstLabel } from '#domain/cart/totals.ts';
import { formatTotal } from '#domain/money.ts';
import type { KnownSetting } from '#domain/settings/known-settings.ts';

export interface SitePreviewProps {
  /** The values of the form, by setting. */
  values: readonly { setting: KnownSetting; value: unknown }[];
}

const EXAMPLE = 10_000;

/** Shows how the site looks with the values of the form, before they are saved. */
export function SitePreview({ values }: SitePreviewProps) {
  const { backend } = useRouteContext({ from: '__root__' });
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { setting, value } of values) {
    const [group = '', name = ''] = setting.key.split('.');
    (groups[group] ??= {})[name] = value;
  }
  const { studio, brand, navigation } = siteOf(groups satisfies SiteSettings);
  const gstRate = cartGstRate(studio);
  const gst = Math.round(EXAMPLE * (gstRate ?? 0) * 100) / 100;
  const accent = brand.accent || undefined;
  return (
    <aside
      aria-label="How it looks"
      className="self-start lg:row-span-2 rounded-lg border border-rule bg-surface text-sm lg:sticky lg:top-20"
    >
      <div className="flex items-center gap-3 border-b border-rule px-4 py-3">
        {brand.logo.url ? (
          <img
            src={(backend.config.url ?? '') + brand.logo.url}
            alt=""
            className="h-8 max-w-32 rounded-sm bg-plate object-contain"
          />
        ) : (
          <span className="min-w-0 truncate font-serif text-lg">{studio.short_name}</span>
        )}
        <span className="ml-auto truncate text-xs text-ink-quiet">{navigation.rental_menu}</span>
      </div>
      <div className="space-y-3 px-4 py-4">
        <p className="wrap-anywhere text-ink-quiet">{studio.tagline}</p>
        <p>
          <span
            className="inline-flex h-9 items-center rounded-control bg-teal px-3.5 font-medium text-on-fill"
            style={{ backgroundColor: accent }}
          >
            Browse the studio
          </span>
        </p>
        {gstRate !== null && (
          <p className="flex justify-between tabular-nums">
            <span>{gstLabel(gstRate)}</span>
            {Number.isFinite(gst) && <span>{formatTotal(gst)}</span>}
          </p>
        )}
      </div>
      <address className="border-t border-rule bg-paper-deep px-4 py-3 text-xs wrap-anywhere whitespace-pre-line not-italic">
        <span className="font-semibold">{studio.name}</span>
        {`\n${studio.address_lines}\n${studio.city} ${studio.postal_code}, ${studio.country}`}
        {studio.hours && `\n${studio.hours}`}
        {`\n${studio.email}\n${formatMobile(studio.phone)}`}
      </address>
    </aside>
  );
}
