import { studio } from '#config';

type Defaults = typeof studio;

/** Key of a setting that every page has: `studio.name`, a path in `studio.config.ts`. */
export type SiteKey = {
  [Group in keyof Defaults]: `${Group}.${keyof Defaults[Group] & string}`;
}[keyof Defaults];

/** A picture of a setting. */
export interface SettingPicture {
  /** Root-relative address; null for the built-in picture. */
  url: string | null;
  alt: string;
  /** The point that stays visible when the picture is cropped, as shares of its width and height. */
  focus?: { x: number; y: number };
}

type Widened<Value> = Value extends { url: string | null } ? SettingPicture : Value;

type At<Key> = Key extends `${infer Group extends keyof Defaults}.${infer Name}`
  ? Name extends keyof Defaults[Group]
    ? Widened<Defaults[Group][Name]>
    : never
  : never;

/** The value of a site-wide setting. */
export type SiteValue<Key extends SiteKey> = At<Key>;

/** Site-wide settings that differ from their defaults. */
export type SiteSettings = { readonly [Key in SiteKey]?: SiteValue<Key> };

/** Reads a site-wide setting: the studio's own value, or the default. */
export function siteSetting<Key extends SiteKey>(settings: SiteSettings, key: Key): SiteValue<Key> {
  const [group, name] = key.split('.') as [keyof Defaults, string];
  const defaults: Readonly<Record<string, unknown>> = studio[group];
  return (settings[key] ?? defaults[name]) as SiteValue<Key>;
}
