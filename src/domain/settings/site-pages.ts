import { ABOUT_GROUP } from './groups/about-settings.ts';
import { BRAND_GROUP } from './groups/brand-settings.ts';
import { CONTACT_GROUP } from './groups/contact-settings.ts';
import { FAQ_GROUP } from './groups/faq-settings.ts';
import { FOOTER_GROUP } from './groups/footer-settings.ts';
import { HOME_GROUP } from './groups/home-settings.ts';
import { NAVIGATION_GROUP } from './groups/navigation-settings.ts';
import { POLICY_PAGE_GROUP } from './groups/policy-page-settings.ts';
import { POLICY_GROUP } from './groups/policy-settings.ts';
import { PRICING_GROUP } from './groups/pricing-settings.ts';
import { PROJECTS_GROUP } from './groups/projects-settings.ts';
import { THANK_YOU_GROUP } from './groups/thank-you-settings.ts';
import type { SettingGroup } from './rules/setting-group.ts';

/** A page of the site whose texts and pictures the studio edits. */
export interface SitePage {
  name: string;
  title: string;
  /** Root-relative address. */
  path: string;
  groups: readonly SettingGroup[];
}

/** The pages in the order of the editor. */
export const SITE_PAGES: readonly SitePage[] = [
  { name: 'home', title: 'Home', path: '/', groups: [HOME_GROUP, CONTACT_GROUP] },
  { name: 'about', title: 'About', path: '/about', groups: [ABOUT_GROUP] },
  { name: 'projects', title: 'Projects', path: '/projects', groups: [PROJECTS_GROUP] },
  { name: 'pricing', title: 'Pricing', path: '/pricing', groups: [PRICING_GROUP, FAQ_GROUP] },
  {
    name: 'studio-policy',
    title: 'Studio policy',
    path: '/studio-policy',
    groups: [POLICY_PAGE_GROUP, POLICY_GROUP],
  },
  {
    name: 'thank-you',
    title: 'After an enquiry',
    path: '/thank-you-for-enquiry',
    groups: [THANK_YOU_GROUP],
  },
  {
    name: 'header-and-footer',
    title: 'Header and footer',
    path: '/',
    groups: [BRAND_GROUP, NAVIGATION_GROUP, FOOTER_GROUP],
  },
];
