import * as z from 'zod/mini';
import { count } from '#domain/shape.ts';
import { channelState } from '#domain/messages/listed-message.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { Answers } from '../core/answer-call.ts';

const kindFigures = z.object({ active: count, inactive: count, without_picture: count });

/** The figures on the dashboard's cards. */
const dashboardFigures = z.object({
  /** Null for a role that may not open the CRM. */
  crm: z.nullable(
    z.object({
      pending_enquiries: count,
      unassigned_leads: count,
      /** Leads with an unhandled message. */
      leads_to_answer: count,
      /** Confirmed or in progress, and today is within the rental. */
      orders_out: count,
      /** Confirmed or in progress, and the rental ends today or is over. */
      returns_due: count,
    }),
  ),
  /** Whether e-mails leave; null for a role that does not see messages. */
  email: z.nullable(channelState),
  inventory: z.object({
    prop: kindFigures,
    cloth: kindFigures,
    backdrop: kindFigures,
    gear: kindFigures,
    set: kindFigures,
    crew: kindFigures,
  } satisfies Record<ItemKind, unknown>),
});
export type DashboardFigures = z.output<typeof dashboardFigures>;

/** Answers of the database functions of the dashboard. */
export const DASHBOARD_ANSWERS = {
  dashboard_figures: dashboardFigures,
} satisfies Answers;
