import { studio } from '#config';
import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';

const link = (label: string) =>
  ({ label, rule: { type: 'text', max: 30, required: true } }) as const;

/** Names of the links in header, menu and footer. */
export const NAVIGATION_GROUP = {
  name: 'navigation',
  title: 'Navigation',
  text: 'Names of the links in header, menu and footer. Their addresses stay.',
  settings: withDefaults(studio.navigation, {
    rental_menu: link('Rental menu'),
    rent_props: link('Props'),
    rent_clothes: link('Clothes'),
    rent_backdrops: link('Backdrops'),
    rent_gear: link('Gear'),
    crew_rental: link('Crew'),
    rent_sets_packages: link('Sets and packages'),
    free_props: link('Free items'),
    projects: link('Projects'),
    about: link('About'),
    studio_policy: link('Studio policy'),
    my_order: link('My order'),
    pricing: link('Pricing'),
  }),
} as const satisfies SettingGroup;
