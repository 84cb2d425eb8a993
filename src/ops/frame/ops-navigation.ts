import { linkOptions } from '@tanstack/react-router';
import {
  Boxes,
  CalendarDays,
  FileText,
  IndianRupee,
  LayoutDashboard,
  Mail,
  ScanLine,
  Settings,
  Sun,
  Users,
} from 'lucide-react';
import type { Profile, StaffRole } from '#data/staff/staff-answers.ts';
import {
  CRM_ROLES,
  DESK_ROLES,
  INVENTORY_ROLES,
  mayOpen,
  STAFF_ROLES,
} from '../kit/staff-roles.ts';

/** A place of the back office. */
export interface NavigationEntry {
  label: string;
  link: { to: string };
  icon: typeof Settings;
  roles: readonly StaffRole[];
  /** Opens it after `g`. */
  key?: string;
  /** The addresses at which it is the current one. */
  at: RegExp;
  /**
   * `bar`: in the side bar and the phone's bottom bar, which has room for four of them.
   * `more`: in the side bar, and on a phone in the sheet behind "More".
   * `header`: like `more`, but the header has it instead of the side bar.
   */
  place: 'bar' | 'more' | 'header';
}

/** Places for which the phone's bottom bar has room. */
const BAR_PLACES = 4;

/** All places in display order. */
const NAVIGATION: readonly NavigationEntry[] = [
  {
    label: 'Today',
    link: linkOptions({ to: '/ops/today', search: {} }),
    icon: Sun,
    roles: DESK_ROLES,
    key: 't',
    at: /^\/ops\/today$/,
    place: 'bar',
  },
  {
    label: 'Calendar',
    link: linkOptions({ to: '/ops/calendar' }),
    icon: CalendarDays,
    roles: STAFF_ROLES,
    key: 'c',
    at: /^\/ops\/calendar$/,
    place: 'bar',
  },
  {
    label: 'CRM',
    link: linkOptions({ to: '/ops/crm', search: { tab: 'leads' } }),
    icon: Users,
    roles: CRM_ROLES,
    key: 'r',
    at: /^\/ops\/(crm|customers)\b/,
    place: 'bar',
  },
  {
    label: 'Documents',
    link: linkOptions({ to: '/ops/documents', search: {} }),
    icon: FileText,
    roles: CRM_ROLES,
    key: 'o',
    at: /^\/ops\/documents\b/,
    place: 'more',
  },
  {
    label: 'Money',
    link: linkOptions({ to: '/ops/money', search: {} }),
    icon: IndianRupee,
    roles: CRM_ROLES,
    key: 'm',
    at: /^\/ops\/money$/,
    place: 'more',
  },
  {
    label: 'Messages',
    link: linkOptions({ to: '/ops/messages', search: {} }),
    icon: Mail,
    roles: CRM_ROLES,
    key: 'e',
    at: /^\/ops\/messages$/,
    place: 'more',
  },
  {
    label: 'Items',
    link: linkOptions({ to: '/ops/items' }),
    icon: Boxes,
    roles: INVENTORY_ROLES,
    key: 'i',
    at: /^\/ops\/(items|[a-z]+-manager)$/,
    place: 'bar',
  },
  {
    label: 'Scan',
    link: linkOptions({ to: '/ops/scan/{-$code}', params: {} }),
    icon: ScanLine,
    roles: STAFF_ROLES,
    key: 's',
    at: /^\/ops\/(scan\b|labels$)/,
    place: 'more',
  },
  {
    label: 'Dashboard',
    link: linkOptions({ to: '/ops/dashboard' }),
    icon: LayoutDashboard,
    roles: INVENTORY_ROLES,
    key: 'd',
    at: /^\/ops\/dashboard$/,
    place: 'header',
  },
  {
    label: 'Settings',
    link: linkOptions({ to: '/ops/settings/availability' }),
    icon: Settings,
    roles: INVENTORY_ROLES,
    at: /^\/ops\/settings\b/,
    place: 'more',
  },
];

/** The places that a user may open, in display order; who has few of them has Scan in the phone's bar too. */
export function navigationOf(profile: Profile | null): readonly NavigationEntry[] {
  const entries = NAVIGATION.filter(({ roles }) => mayOpen(profile, roles));
  const hasRoom = entries.filter(({ place }) => place === 'bar').length < BAR_PLACES;
  return entries.map((entry) =>
    hasRoom && entry.label === 'Scan' ? { ...entry, place: 'bar' } : entry,
  );
}
