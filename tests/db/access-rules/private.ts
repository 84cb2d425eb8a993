import { NOBODY, type Rule } from './rule.ts';

const hidden = (columns: string): Rule => ({
  columns,
  read: NOBODY,
  write: NOBODY,
  remove: NOBODY,
});

/** Every table of `private` with every column. */
export const PRIVATE_RELATIONS: Record<string, Rule> = {
  'private.set_categories': hidden('id slug name plural'),
  'private.catalogue_kinds': hidden(
    'kind position plural item_table code_column brand_key category_key label_key label_column staff_text code_prefix is_described turnaround_days goes_with',
  ),
  'private.catalogue_lookups': hidden(
    `kind key item_column column_type lookup_table label_column badge_column swatch_column facet
      is_sidebar is_searched is_searched_by_staff order_column`,
  ),
  'private.catalogue_counts': hidden('kind lookup_ids items id places'),
  'private.counted_lookups': hidden('kind key item_column place'),
  'private.search_entries': hidden('item_id counted kind text place keys'),
  'private.search_words': hidden('word'),
  'private.search_marks': hidden('word counted chunk items'),
  'private.imports': hidden('id owner kind created changed unchanged created_at'),
  'private.import_lines': hidden('import_id line fields seen'),
  'private.lead_figures': hidden(
    'customer_id enquiries open_enquiries orders messages unhandled_messages',
  ),
  'private.idempotency_keys': hidden('scope key body_hash response expires_at'),
  'private.settings': hidden('name per_hour description'),
  'private.limit_uses': hidden('id name subject used_at'),
  'private.limit_salt': hidden('salt only_one'),
  'private.availability_settings': hidden('only_one shows closed_weekdays updated_at'),
  'private.closed_days': hidden('day reason'),
  'private.kit_parts': hidden('kit_id part_id quantity'),
  'private.item_parts': hidden('item_id part_id quantity'),
  'private.wanted_reservations': hidden(
    'order_id order_item_id item_id quantity status rented blocked movement_id handed_over line_from line_to',
  ),
  'private.full_days': hidden('item_id day kind counted place turnaround'),
  'private.free_days': hidden('item_id day free'),
  'private.links': hidden(
    'id kind for_studio user_id item_id day note token created_by created_at revoked_at expires_at last_opened document_id customer_id mailed_to',
  ),
  'private.enquiry_links': hidden(
    'id enquiry_order_id token is_personal created_at expires_at revoked_at last_opened customer_id mailed_to',
  ),
  'private.quoted_days': hidden('document_id position rental_from rental_to'),
  'private.recovery_codes': hidden('user_id hash used_at'),
  'private.activity': hidden(
    'id change_id more at person_id person_name area what table_name record_type record_id label customer_id changes',
  ),
  'private.demo_studio': hidden('only_one filled_at backup_at backup_file backup_bytes removed_at'),
  'private.setting_rules': hidden('key group_name rule is_public default_value'),
  'private.studio_settings': hidden('key value draft updated_at updated_by'),
  'private.setting_changes': hidden('id change_id key was became at by by_name undone_at'),
  'private.setting_previews': hidden('token expires_at created_by'),
  'private.gst_states': hidden('code name'),
  'private.document_kinds': hidden(
    `kind name registered_title lines is_offer is_chained is_tax_document is_payable needs_order bill_sign prefix_setting
      terms_setting page template link_days`,
  ),
  'private.kind_tax_classes': hidden('kind tax_class_id'),
  'private.document_series': hidden('kind fy prefix last_number last_date last_hash'),
  'private.payment_references': hidden('method reference account payment_id order_id'),
  'private.order_balances': hidden(
    'order_id billed basis received held due due_on is_listed value',
  ),
  'private.outbox': hidden(
    `id channel template audience user_id subscription_id customer_id enquiry_order_id order_id document_id params once
      recipient state reason problem attempts due_at lease lease_until message_id thread link_id requested_by created_at
      first_attempt_at sent_at expires_at`,
  ),
  'private.channels': hidden('channel paused_at paused_by problem probe_at asked_at'),
  'private.worker_secret': hidden('only_one hash created_at created_by'),
  'private.item_days': hidden('item_id day room booked held short'),
  'private.notice_settings': hidden('user_id screen sound push quiet_from quiet_to updated_at'),
  'private.push_keys': hidden('only_one public_key private_key created_at'),
  'private.push_subscriptions': hidden(
    'id user_id session_id endpoint p256dh auth device created_at last_ok',
  ),
};

/** Sequences: all private, used by security definer triggers. */
export const SEQUENCES = `prop_code_seq cloth_code_seq backdrop_code_seq gear_code_seq crew_code_seq
  catalogue_counts_id_seq set_code_seq customer_number_seq enquiry_number_seq order_number_seq limit_uses_id_seq
  setting_changes_id_seq activity_id_seq outbox_told`.split(/\s+/);
