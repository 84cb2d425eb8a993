import { linkOptions } from '@tanstack/react-router';
import type { DashboardFigures } from '#data/desk/dashboard-answers.ts';
import type { StaffRole } from '#data/staff/staff-answers.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { CrmSearch } from '#domain/crm/crm-search.ts';
import type { InventorySearch } from '#domain/inventory/inventory-search.ts';
import { MANAGER_PATHS, type ManagerPath } from '../kit/manager-paths.ts';
import { CRM_ROLES, INVENTORY_ROLES } from '../kit/staff-roles.ts';

/** A count with its label, linked to the list of exactly those records. */
export interface Figure {
  count: number;
  one: string;
  many: string;
  link: CardLink;
}

type CardLink = ReturnType<typeof crmLink> | ReturnType<typeof managerLink>;

/** A dashboard card for one part of the back office. */
export interface DashboardCard {
  title: string;
  /** Subtitle. */
  text: string;
  link: CardLink;
  roles: readonly StaffRole[];
  /** Spans the whole row. */
  wide?: true;
  /** Counts to show. */
  figures: (figures: DashboardFigures) => readonly Figure[];
}

/** Zeros, for the labels of figures that are loading. */
export const NO_FIGURES: DashboardFigures = {
  crm: {
    pending_enquiries: 0,
    unassigned_leads: 0,
    leads_to_answer: 0,
    orders_out: 0,
    returns_due: 0,
  },
  email: null,
  inventory: {
    prop: { active: 0, inactive: 0, without_picture: 0 },
    cloth: { active: 0, inactive: 0, without_picture: 0 },
    backdrop: { active: 0, inactive: 0, without_picture: 0 },
    gear: { active: 0, inactive: 0, without_picture: 0 },
    set: { active: 0, inactive: 0, without_picture: 0 },
    crew: { active: 0, inactive: 0, without_picture: 0 },
  },
};

/** The cards in display order; a role sees only those it may open. */
export const CARDS: readonly DashboardCard[] = [
  {
    title: 'CRM-Rental',
    text: 'Leads, enquiries, orders',
    link: crmLink({ tab: 'leads' }),
    roles: CRM_ROLES,
    wide: true,
    figures: ({ crm }) =>
      crm
        ? [
            {
              count: crm.pending_enquiries,
              one: 'pending enquiry',
              many: 'pending enquiries',
              link: crmLink({ tab: 'enquiries', status: 'pending' }),
            },
            {
              count: crm.orders_out,
              one: 'order out today',
              many: 'orders out today',
              link: crmLink({ tab: 'orders', show: 'out' }),
            },
            {
              count: crm.returns_due,
              one: 'return due',
              many: 'returns due',
              link: crmLink({ tab: 'orders', show: 'due' }),
            },
            {
              count: crm.unassigned_leads,
              one: 'unassigned lead',
              many: 'unassigned leads',
              link: crmLink({ tab: 'leads', assigned: 'none' }),
            },
            {
              count: crm.leads_to_answer,
              one: 'lead to answer',
              many: 'leads to answer',
              link: crmLink({ tab: 'leads', messages: 'unhandled' }),
            },
          ]
        : [],
  },
  inventoryCard('Props', 'prop'),
  inventoryCard('Clothes', 'cloth'),
  inventoryCard('Backdrops', 'backdrop'),
  inventoryCard('Gear', 'gear'),
  inventoryCard('Crew', 'crew'),
  inventoryCard('Sets & packages', 'set'),
];

function crmLink(search: CrmSearch) {
  return linkOptions({ to: '/ops/crm', search });
}

function managerLink(to: ManagerPath, search: Pick<InventorySearch, 'active' | 'pictures'> = {}) {
  return linkOptions({ to, search });
}

function inventoryCard(title: string, kind: ItemKind): DashboardCard {
  const to = MANAGER_PATHS[kind];
  return {
    title,
    text: 'Inventory manager',
    link: managerLink(to),
    roles: INVENTORY_ROLES,
    figures: ({ inventory }) => [
      {
        count: inventory[kind].active,
        one: 'active',
        many: 'active',
        link: managerLink(to, { active: 'yes' }),
      },
      {
        count: inventory[kind].inactive,
        one: 'switched off',
        many: 'switched off',
        link: managerLink(to, { active: 'no' }),
      },
      ...withoutPicture(inventory[kind].without_picture, to),
    ],
  };
}

/** Items to be photographed; nothing where each item has a picture. */
function withoutPicture(count: number, to: ManagerPath): Figure[] {
  if (count === 0) return [];
  const words = 'without a picture';
  return [{ count, one: words, many: words, link: managerLink(to, { pictures: 'no' }) }];
}
