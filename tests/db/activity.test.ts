import { describe, expect, test } from 'vitest';
import { ACTIVITY_RECORDS } from '#domain/activity/activity.ts';
import { useStudio } from './studio.ts';

const studio = useStudio();

/**
 * Tables that have no trigger of the log, and what logs them instead or why nothing does.
 * A table that staff write belongs in `logged elsewhere`, with a test below.
 */
const WITHOUT_TRIGGER: Record<string, readonly string[]> = {
  'logged elsewhere': [
    // public.crm_events has what staff do with these.
    'public.customers',
    'public.customer_notes',
    'public.customer_merges',
    'public.customers_told_apart',
    'public.contact_enquiries',
    'public.enquiry_orders',
    'public.enquiry_items',
    'public.orders',
    'public.order_items',
    'public.order_movements',
    'public.order_movement_lines',
    // public.documents has them.
    'public.document_lines',
    'public.payments',
    'public.payment_claims',
    // private.setting_changes has the published values; drafts are nobody's change yet.
    'private.studio_settings',
    // private.log_change, because they are saved as whole lists.
    'public.item_components',
    'private.availability_settings',
    'private.closed_days',
    'private.catalogue_kinds',
    'private.demo_studio',
    'private.worker_secret',
    'private.channels',
  ],
  'a log': ['private.activity', 'public.item_batches', 'public.item_changes'],
  'written by migrations only': [
    'private.catalogue_lookups',
    'private.set_categories',
    'private.setting_rules',
    'private.gst_states',
    'private.document_kinds',
    'private.settings',
    'public.crm_rental_enquiry_statuses',
    'public.crm_rental_order_statuses',
    'public.order_payment_statuses',
  ],
  // crm_events has them on the timeline.
  'written by customers': ['public.document_answers', 'public.enquiry_answers'],
  'derived from other tables': [
    'private.catalogue_counts',
    'private.search_entries',
    'private.search_words',
    'private.search_marks',
    'private.kit_parts',
    'private.item_days',
    'private.full_days',
    'private.lead_figures',
    'private.document_series',
    'private.payment_references',
    'private.order_balances',
    'private.quoted_days',
  ],
  // Its records have the changes; a row says what became of a message.
  'derived from changes that are logged': ['private.outbox'],
  'passing: drafts, secrets and limits': [
    'private.imports',
    'private.import_lines',
    'private.idempotency_keys',
    'private.limit_uses',
    'private.limit_salt',
    'private.recovery_codes',
    'private.setting_previews',
    'private.enquiry_links',
    'private.push_keys',
  ],
  'each person’s own choices and devices': [
    'private.notice_settings',
    'private.push_subscriptions',
  ],
};

describe('coverage', () => {
  test('every table is logged, or listed with the reason why not', async () => {
    const tables = await studio.db.owner<{ name: string; logs: string[] }[]>`
      select format('%s.%s', nspname, relname) as name,
        array(select distinct split_part(tgname, '_activity', 2) from pg_trigger
          where tgrelid = pg_class.oid and tgname like '%\_activity%' order by 1) as logs
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'private') order by 1`;
    const listed = Object.values(WITHOUT_TRIGGER).flat();
    const logged = tables.filter(({ logs }) => logs.length > 0);
    expect(tables.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual(
      logged.map(({ name }) => name),
    );
    expect(listed.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
    const partly = logged
      .filter(({ logs }) => logs.length < 3)
      .map(({ name, logs }) => [name, logs]);
    expect(Object.fromEntries(partly)).toEqual({
      // The registry follows the tables of the kinds, and both logs only grow.
      'public.items': ['_update'],
      'public.crm_events': [''],
      'private.setting_changes': [''],
    });
  });

  test('the app knows every type of record that is logged', async () => {
    const logged = await studio.db.owner<{ type: string }[]>`
      select distinct split_part(encode(tgargs, 'escape'), '\\000', 2) as type
      from pg_trigger where tgfoid = 'private.record_activity()'::regprocedure`;
    expect(logged.length).toBeGreaterThan(5);
    expect(ACTIVITY_RECORDS).toEqual(expect.arrayContaining(logged.map(({ type }) => type)));
  });
});
