import { studio } from '#config';
import type { policy } from '#config/policy';
import type { SettingPicture } from './setting-picture.ts';

type Defaults = typeof studio;

/** The figures of the studio policy. */
export type PolicyFigures = Readonly<typeof policy>;

type SiteGroups = Readonly<{
  [Group in keyof Defaults]: Readonly<{
    [Name in keyof Defaults[Group]]: Defaults[Group][Name] extends { url: string | null }
      ? SettingPicture
      : Defaults[Group][Name];
  }>;
}>;

/** The site-wide settings, in the shape of `studio.config.ts`; of the policy's figures only those that differ. */
export type Site = SiteGroups & { readonly policy?: Partial<PolicyFigures> };

/** Site-wide settings that differ from their defaults, by group. Their values follow the rules of the registry. */
export type SiteSettings = {
  readonly [Group in keyof Site]?: Partial<NonNullable<Site[Group]>>;
};

/** The site-wide settings of a studio: its own values, and the defaults for the others. */
export function siteOf(settings: SiteSettings = {}): Site {
  const site: Record<string, object> = { ...settings };
  for (const [group, defaults] of Object.entries(studio)) {
    site[group] = { ...defaults, ...site[group] };
  }
  return site as Site;
}
