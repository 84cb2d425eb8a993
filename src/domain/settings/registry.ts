import { ABOUT_GROUP } from './groups/about-settings.ts';
import { BRAND_GROUP } from './groups/brand-settings.ts';
import { CONTACT_GROUP } from './groups/contact-settings.ts';
import { DOCUMENTS_GROUP } from './groups/documents-settings.ts';
import { FAQ_GROUP } from './groups/faq-settings.ts';
import { FOOTER_GROUP } from './groups/footer-settings.ts';
import { HOME_GROUP } from './groups/home-settings.ts';
import { IDENTITY_GROUP } from './groups/identity-settings.ts';
import { MESSAGES_GROUP } from './groups/messages-settings.ts';
import { NAVIGATION_GROUP } from './groups/navigation-settings.ts';
import { POLICY_PAGE_GROUP } from './groups/policy-page-settings.ts';
import { POLICY_GROUP } from './groups/policy-settings.ts';
import { PRICING_GROUP } from './groups/pricing-settings.ts';
import { PROJECTS_GROUP } from './groups/projects-settings.ts';
import { SEARCH_GROUP } from './groups/search-settings.ts';
import { SECURITY_GROUP } from './groups/security-settings.ts';
import { SETUP_GROUP } from './groups/setup-settings.ts';
import { STUDIO_GROUP } from './groups/studio-settings.ts';
import { THANK_YOU_GROUP } from './groups/thank-you-settings.ts';
import type { SettingGroup } from './rules/setting-group.ts';

/** The settings of the page /ops/settings/studio, in its order. */
export const STUDIO_PAGE_GROUPS = [
  STUDIO_GROUP,
  BRAND_GROUP,
  NAVIGATION_GROUP,
  FOOTER_GROUP,
  POLICY_GROUP,
  IDENTITY_GROUP,
  DOCUMENTS_GROUP,
  SEARCH_GROUP,
  SECURITY_GROUP,
] as const satisfies readonly SettingGroup[];

/** Groups of texts and pictures that single pages show. */
const PAGE_GROUPS = [
  HOME_GROUP,
  CONTACT_GROUP,
  ABOUT_GROUP,
  PROJECTS_GROUP,
  PRICING_GROUP,
  FAQ_GROUP,
  POLICY_PAGE_GROUP,
  THANK_YOU_GROUP,
] as const satisfies readonly SettingGroup[];

/** Every setting by group. The database has the same keys and rules. */
export const SETTING_GROUPS = [
  ...STUDIO_PAGE_GROUPS,
  ...PAGE_GROUPS,
  MESSAGES_GROUP,
  SETUP_GROUP,
] as const satisfies readonly SettingGroup[];
