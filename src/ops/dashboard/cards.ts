import type { LinkProps } from '@tanstack/react-router';
import type { DashboardFigures } from '#data/dashboard.ts';
import type { StaffRole } from '#data/session.ts';
import type { ItemKind } from '#domain/catalogue/kind.ts';
import { CRM_ROLES, INVENTORY_ROLES } from '../shell/staff.ts';

/** A figure with what it counts, in the singular and the plural. */
export type Figure = readonly [count: number, one: string, many: string];

/** A card of the dashboard: a part of the back office (back office §2). */
export interface DashboardCard {
  title: string;
  /** What it holds, in a few words. */
  text: string;
  to: NonNullable<LinkProps['to']>;
  roles: readonly StaffRole[];
  /** Takes a row of its own. */
  wide?: true;
  /** What is worth seeing. */
  figures: (figures: DashboardFigures) => readonly Figure[];
}

/** The cards in the order in which they stand. A role sees those that it may open. */
export const CARDS: readonly DashboardCard[] = [
  {
    title: 'CRM-Rental',
    text: 'Leads, enquiries, orders',
    to: '/ops/crm',
    roles: CRM_ROLES,
    wide: true,
    figures: ({ crm }) =>
      crm
        ? [
            [crm.pending_enquiries, 'pending enquiry', 'pending enquiries'],
            [crm.orders_out, 'order out today', 'orders out today'],
            [crm.returns_due, 'return due', 'returns due'],
            [crm.unassigned_leads, 'unassigned lead', 'unassigned leads'],
            [crm.unhandled_messages, 'message to answer', 'messages to answer'],
          ]
        : [],
  },
  inventoryCard('Props', '/ops/props-manager', 'prop'),
  inventoryCard('Clothes', '/ops/clothes-manager', 'cloth'),
  inventoryCard('Backdrops', '/ops/backdrops-manager', 'backdrop'),
  inventoryCard('Gear', '/ops/gear-manager', 'gear'),
  inventoryCard('Crew', '/ops/crew-manager', 'crew'),
  inventoryCard('Sets & packages', '/ops/sets-manager', 'set'),
];

function inventoryCard(title: string, to: DashboardCard['to'], kind: ItemKind): DashboardCard {
  return {
    title,
    text: 'Inventory manager',
    to,
    roles: INVENTORY_ROLES,
    figures: ({ inventory }) => [
      [inventory[kind].active, 'active', 'active'],
      [inventory[kind].inactive, 'switched off', 'switched off'],
    ],
  };
}
