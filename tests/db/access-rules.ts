import { CALLERS } from './studio.ts';
import type { CallerName } from './studio.ts';

/** Groups of callers. */
export type Who = readonly CallerName[];

export const EVERYONE: Who = CALLERS;
export const STAFF: Who = ['inventory_user', 'crm_user', 'admin', 'service_role'];
export const CRM: Who = ['crm_user', 'admin', 'service_role'];
export const ADMIN: Who = ['admin', 'service_role'];
export const SERVICE: Who = ['service_role'];
export const NOBODY: Who = [];

/**
 * Which callers may do what with a table or view. `columns` lists every column; a mark says which a
 * signed-in caller may write: `*` insert and update, `+` insert only, `~` update only.
 */
export type Rule = {
  columns: string;
  read: Who;
  /** Callers who write the marked columns. If service_role may write, it writes all columns. */
  write: Who;
  /** Callers who update the marked columns of any row, if fewer than those who write. */
  change?: Who;
  remove: Who;
  /** Callers who see inactive rows, for tables that have such rows. */
  inactive?: Who;
  /** The rest of an `insert` that succeeds, after the table's name. Absent: nobody writes. */
  insert?: string;
  /** The condition for a row that may be changed and deleted, where not every row can be. */
  row?: string;
};

const item = (own: string, insert = `(name) values ('New')`): Rule => ({
  columns: `id+ name* slug description* ${own} price* quantity* in_studio* active* images* created_at updated_at search_text`,
  read: EVERYONE,
  write: STAFF,
  remove: SERVICE,
  inactive: STAFF,
  insert,
});
const lookup = (
  named: string,
  insert = `(${named.slice(0, -1)}) values ('New')`,
  more = '',
): Rule => ({
  columns: `id+ ${named} slug created_at ${more}`.trim(),
  read: EVERYONE,
  write: STAFF,
  remove: STAFF,
  insert,
});
const statuses: Rule = {
  columns: 'value label is_active position',
  read: CRM,
  write: SERVICE,
  remove: SERVICE,
  insert: `(value, label, position) values ('new', 'New', 100)`,
};
const LINE =
  'id item_type item_id variant_id quantity price rental_from rental_to rental_days position';
const CONTACT = 'contact_first_name contact_last_name contact_email created_at';
const crm = (columns: string, insert: string): Rule => ({
  columns,
  read: CRM,
  write: columns.includes('~') ? CRM : SERVICE,
  remove: SERVICE,
  insert,
});
const view = (columns: string): Rule => ({
  columns,
  read: EVERYONE,
  write: NOBODY,
  remove: NOBODY,
});
const hidden = (columns: string): Rule => ({
  columns,
  read: NOBODY,
  write: NOBODY,
  remove: NOBODY,
});

/** Every table and view of the product with every column. The matrix fails on one that is missing. */
export const RELATIONS: Record<string, Rule> = {
  'public.props': item('prop_id brand_id* color_id* category_id*'),
  'public.clothes': item('cloth_id brand_id* color_id* category_id* gender_id* size_id*'),
  'public.backdrops': item(
    'backdrop_id material_id* material* color_id* size_id* length_feet* width_feet*',
    `(name, length_feet, width_feet) values ('New', 1, 1)`,
  ),
  'public.gear': item('gear_id gear_category_id* gear_brand_id*'),
  'public.crews': item('crew_id category_id* seniority*'),
  'public.sets': item('set_id category*', `(name, category) values ('New', 'set')`),

  // Written by triggers of the six tables only.
  'public.items': {
    columns:
      'id kind code name slug price quantity image in_studio active updated_at removed_at turnaround_days archived_at place',
    read: EVERYONE,
    write: NOBODY,
    remove: NOBODY,
    inactive: STAFF,
  },

  'public.prop_brands': lookup('name*'),
  'public.colors': lookup('name* hex*', `(name, hex) values ('New', '#ffffff')`),
  'public.prop_categories': lookup('name*'),
  'public.cloth_brands': lookup('name*'),
  'public.cloth_categories': lookup('name*'),
  'public.clothes_size_manager': lookup('size_value*', `(size_value) values ('New')`, 'size_order'),
  'public.gender_options': {
    ...lookup('label* value*', `(label, value) values ('New', 'new')`),
    write: ADMIN,
    remove: ADMIN,
  },
  'public.backdrop_size_manager': lookup(
    'size_value*',
    `(size_value) values ('New')`,
    'size_order',
  ),
  'public.backdrop_materials': lookup('name*'),
  'public.gear_brands': lookup('name*'),
  'public.gear_category_manager': lookup('name*'),
  'public.crew_categories': lookup('name*'),

  'public.catalogue_items': view(
    'type id code name slug price quantity image active in_studio updated_at',
  ),
  'public.free_items_unified_view': view(
    'id name slug type second_label price in_studio images created_at',
  ),
  'public.you_might_also_like_view': view(
    'id name price image_url type slug in_studio second_label',
  ),

  'public.crm_rental_enquiry_statuses': {
    ...statuses,
    columns: `${statuses.columns} is_open`,
  },
  'public.crm_rental_order_statuses': statuses,
  'public.order_payment_statuses': statuses,
  'public.customers': crm(
    'id customer_number first_name last_name mobile email assigned_to~ created_at updated_at search_text erased_at merged_into',
    `(first_name, last_name, mobile, email) values ('A', 'B', '+919800000003', 'a@b.c')`,
  ),
  'public.enquiry_orders': crm(
    `id enquiry_number customer_id status~ rental_from rental_to rental_days total_price message ${CONTACT} updated_at held_until hold_extensions waiting_since assigned_to~`,
    `(customer_id, total_price) select id, 1 from public.customers limit 1`,
  ),
  'public.enquiry_items': crm(
    `${LINE} enquiry_order_id created_at free_when_sent of_when_sent`,
    `(enquiry_order_id, item_type, item_id, quantity, price)
      select id, 'prop', '{prop}', 1, 1 from public.enquiry_orders limit 1`,
  ),
  'public.orders': crm(
    `id order_number customer_id enquiry_order_id status~ payment_status~ rental_from rental_to rental_days
      total_price message ${CONTACT} updated_at discount_percent discount_amount discount_reason assigned_to~`,
    `(customer_id, total_price) select id, 1 from public.customers limit 1`,
  ),
  'public.order_items': crm(
    `${LINE} order_id created_at description per_day list_price price_reason charge charge_for`,
    `(order_id, item_type, item_id, quantity, price)
      select id, 'prop', '{prop}', 1, 1 from public.orders limit 1`,
  ),
  'public.contact_enquiries': crm(
    `id customer_id message handled_at~ handled_by ${CONTACT}`,
    `(customer_id, message) select id, 'Hi' from public.customers limit 1`,
  ),
  'public.customer_notes': {
    columns:
      'id+ customer_id+ author+ note* created_at edited_at edited_by enquiry_order_id+ order_id+',
    read: CRM,
    write: CRM,
    // An admin any row, a crm_user their own.
    change: ADMIN,
    remove: ADMIN,
    insert: `(customer_id, note, author)
      select id, 'Pays late', coalesce(auth.uid(), id) from public.customers where erased_at is null limit 1`,
  },
  // Written by functions only.
  'public.customer_merges': {
    columns: 'id into_id from_id moved merged_by merged_at undone_at undone_by',
    read: CRM,
    write: SERVICE,
    remove: SERVICE,
    insert: `(into_id, from_id, moved) select id, id, '{}' from public.customers limit 1`,
  },
  'public.reservations': {
    columns:
      'id item_id quantity kind status rented blocked order_item_id enquiry_item_id expires_at reason created_by created_at updated_at handed_over movement_id rolled_on',
    read: STAFF,
    write: SERVICE,
    remove: SERVICE,
    insert: `(item_id, quantity, kind, status, rented, blocked)
      values ('{prop}', 1, 'out_of_service', 'booked', '[2030-01-01,2030-01-02)', '[2030-01-01,2030-01-02)')`,
  },
  'public.order_movements': crm(
    'id order_id kind day reason created_by created_at undone_at undone_by undo_reason charges',
    `(order_id, kind, day) select id, 'hand_over', '2026-11-20' from public.orders limit 1`,
  ),
  'public.order_movement_lines': crm(
    'id movement_id order_item_id item_id quantity condition note photos pieces',
    `(movement_id, order_item_id, item_id, quantity)
      select movement.id, line.id, line.item_id, 1
      from public.order_movements as movement join public.order_items as line using (order_id) limit 1`,
  ),
  'public.item_components': {
    columns: 'kit_id component_id quantity position',
    read: STAFF,
    write: SERVICE,
    remove: SERVICE,
    insert: `(kit_id, component_id, quantity)
      select id, '{prop}', 1 from public.gear limit 1`,
  },
  'public.item_pieces': {
    columns: 'id item_id number code note retired_at created_at',
    read: STAFF,
    write: SERVICE,
    remove: SERVICE,
    insert: `(item_id, number, code) values ('{prop}', 77, 'PRP-00001-77')`,
  },
  'public.crm_events': {
    columns:
      'id created_at customer_id subject subject_id actor user_id what from_value to_value line_id',
    read: CRM,
    write: NOBODY,
    remove: NOBODY,
  },
  'public.item_batches': {
    columns: 'id created_at kind user_id what change changed created undoes undone_at',
    read: STAFF,
    write: NOBODY,
    remove: NOBODY,
  },
  'public.item_changes': {
    columns: 'batch_id item_id code name is_new was became',
    read: STAFF,
    write: NOBODY,
    remove: NOBODY,
  },
  'public.user_profiles': {
    columns: 'id+ display_name* role* created_at updated_at',
    // Every account with a profile reads at least its own.
    read: STAFF,
    write: ADMIN,
    remove: ADMIN,
    insert: `(id, display_name, role) values ('{spareUser}', 'New', 'crm_user')`,
    row: `id = '{spareProfile}'`,
  },

  'private.set_categories': hidden('id slug name plural'),
  'private.catalogue_kinds': hidden(
    'kind position plural item_table code_column brand_key category_key label_key label_column staff_text code_prefix is_described turnaround_days',
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
    'order_id order_item_id item_id quantity status rented blocked movement_id handed_over',
  ),
  'private.full_days': hidden('item_id day kind counted place turnaround'),
  'private.free_days': hidden('item_id day free'),
  'private.links': hidden(
    'id kind for_studio user_id item_id day note token created_by created_at revoked_at expires_at last_opened',
  ),
  'private.recovery_codes': hidden('user_id hash used_at'),
  'private.item_days': hidden('item_id day room booked held short'),
  'private.activity': hidden(
    'id change_id more at person_id person_name area what table_name record_type record_id label customer_id changes',
  ),
  'private.setting_rules': hidden('key group_name rule is_public'),
  'private.studio_settings': hidden('key value draft updated_at updated_by'),
  'private.setting_changes': hidden('id change_id key was became at by by_name undone_at'),
  'private.setting_previews': hidden('token expires_at created_by'),
};

/** Functions that a caller can name, with the callers who may execute them. */
export const CALLED: Record<string, Who> = {
  search_catalogue: EVERYONE,
  search_free_items: EVERYONE,
  search_by_words: EVERYONE,
  related_items: EVERYONE,
  item_page: EVERYONE,
  availability: EVERYONE,
  item_calendar: EVERYONE,
  similar_free: EVERYONE,
  sitemap_parts: EVERYONE,
  sitemap_part: EVERYONE,
  calendar_feed: EVERYONE,
  day_sheet: EVERYONE,
  site_settings: EVERYONE,
  settings: ['admin'],
  change_settings: ['admin'],
  publish_settings: ['admin'],
  discard_drafts: ['admin'],
  setting_history: ['admin'],
  undo_setting_change: ['admin'],
  make_preview: ['admin'],
  submit_enquiry: EVERYONE,
  submit_contact_enquiry: EVERYONE,
  search_leads: ['crm_user', 'admin'],
  search_enquiries: ['crm_user', 'admin'],
  search_orders: ['crm_user', 'admin'],
  crm_counts: ['crm_user', 'admin'],
  dashboard_figures: ['inventory_user', 'crm_user', 'admin'],
  search_inventory: ['inventory_user', 'crm_user', 'admin'],
  convert_enquiry_to_order: ['crm_user', 'admin'],
  change_order: ['crm_user', 'admin'],
  make_rental: ['crm_user', 'admin'],
  wait_for_items: ['crm_user', 'admin'],
  change_order_dates: ['crm_user', 'admin'],
  hold_enquiry: ['crm_user', 'admin'],
  release_hold: ['crm_user', 'admin'],
  set_out_of_service: ['inventory_user', 'crm_user', 'admin'],
  add_sub_rental: ['inventory_user', 'crm_user', 'admin'],
  release_reservation: ['inventory_user', 'crm_user', 'admin'],
  conflicts: ['inventory_user', 'crm_user', 'admin'],
  due_today: ['crm_user', 'admin'],
  item_reservations: ['inventory_user', 'crm_user', 'admin'],
  timeline: ['inventory_user', 'crm_user', 'admin'],
  check_dates: ['crm_user', 'admin'],
  components: ['inventory_user', 'crm_user', 'admin'],
  set_components: ['inventory_user', 'crm_user', 'admin'],
  set_turnaround: ['inventory_user', 'crm_user', 'admin'],
  availability_settings: ['inventory_user', 'crm_user', 'admin'],
  change_availability_settings: ['admin'],
  enquiry_record: ['crm_user', 'admin'],
  order_record: ['crm_user', 'admin'],
  customer_record: ['crm_user', 'admin'],
  correct_customer: ['crm_user', 'admin'],
  merge_customers: ['crm_user', 'admin'],
  undo_merge: ['crm_user', 'admin'],
  assignees: ['crm_user', 'admin'],
  erase_customer: ['admin'],
  staff_accounts: ADMIN,
  set_account_disabled: ADMIN,
  end_account_sessions: ADMIN,
  remove_account: ADMIN,
  number_pieces: ['inventory_user', 'crm_user', 'admin'],
  edit_piece: ['inventory_user', 'crm_user', 'admin'],
  pieces: ['inventory_user', 'crm_user', 'admin'],
  scan: ['inventory_user', 'crm_user', 'admin'],
  labels: ['inventory_user', 'crm_user', 'admin'],
  stock_check: ['inventory_user', 'crm_user', 'admin'],
  find_items: ['inventory_user', 'crm_user', 'admin'],
  pick_list: ['crm_user', 'admin'],
  hand_over: ['crm_user', 'admin'],
  take_back: ['crm_user', 'admin'],
  undo_movement: ['crm_user', 'admin'],
  search_desk: ['inventory_user', 'crm_user', 'admin'],
  make_calendar_link: ['crm_user', 'admin'],
  make_day_sheet_link: ['crm_user', 'admin'],
  calendar_links: ['crm_user', 'admin'],
  revoke_link: ['crm_user', 'admin'],
  second_factor: ['no profile', 'inventory_user', 'crm_user', 'admin'],
  // At aal2; every account without a factor is told that it has none.
  make_recovery_codes: NOBODY,
  use_recovery_code: ['no profile', 'inventory_user', 'crm_user', 'admin'],
  set_place: ['inventory_user', 'admin'],
  matching_items: ['inventory_user', 'crm_user', 'admin'],
  archive_items: ['inventory_user', 'admin'],
  change_items: ['inventory_user', 'crm_user', 'admin'],
  item_log: ['inventory_user', 'crm_user', 'admin'],
  activity: ['inventory_user', 'crm_user', 'admin'],
  activity_people: ['inventory_user', 'crm_user', 'admin'],
  undo_items: ['inventory_user', 'crm_user', 'admin'],
  export_inventory: ['inventory_user', 'crm_user', 'admin'],
  stage_import: ['inventory_user', 'crm_user', 'admin'],
  check_import: ['inventory_user', 'crm_user', 'admin'],
  apply_import: ['inventory_user', 'crm_user', 'admin'],
  drop_import: ['inventory_user', 'crm_user', 'admin'],
  lookup_values: ['inventory_user', 'crm_user', 'admin'],
  remove_lookup_value: ['inventory_user', 'crm_user', 'admin'],
};

/** API roles with EXECUTE on private functions, which policies and constraints call. */
export const BEHIND: Record<string, string[]> = {
  is_staff: ['authenticated'],
  is_email: ['authenticated', 'service_role'],
  is_image_list: ['authenticated', 'service_role'],
  is_person_name: ['authenticated', 'service_role'],
  size_order: ['authenticated', 'service_role'],
  trimmed: ['authenticated', 'service_role'],
};

/** The other private functions: called only by security definer functions and triggers. */
export const INNER =
  `requires_second_factor has_second_factor recovery_hash new_secret open_link may_manage_link crew_member make_link calendar_start
  refuse_moved_line movement_day checked_movement movement_text lock_moving_order record_movement
  add_charges take_out_of_service erase_movement_texts remove_return_pictures drop_return_pictures roll_overdue order_pieces
  refuse_pieces_out late_lines numbered_pieces movements_of timeline_cursor read_timeline_cursor timeline_filter category_names timeline_of_items timeline_of_orders
  refuse_busy lock_stock present_item uuid_of whole_number staff_days reserve_fact record_event iso_time
  order_total erase_order_texts pieces_out rentable_item price_of short_text new_line restored_line edited_line line_value
  changed_meanwhile apply_changes span_of line_changes undo_changes record_changes check_handed_over edit_order editable_order
  caller_for new_lines end_waiting all_fit can_hold
  without_texts end_hold release_ended_holds refuse_choice chosen_values order_lines take_over_hold components_of
  pieces_value check_piece_count scanned_code lines_with_item next_steps
  turnaround_value availability_settings_value stock_days pieces_of customer_name lines_availability
  booked_statement dated_page follow_item_days follow_search_entries follow_turnaround free_chunks free_condition free_of judge_apart
  last_blocked_days next_free_days recount_full_days rental_days_of shown_availability this_moment wanted_lines with_free
  found_chunks free_items_instead items_instead items_of keys_of nearest_items read_best_cursor read_chunks read_found
  search_chunks search_terms searchable term_alone term_forms term_matches term_pattern typing_errors
  add_kind add_lookup apart changed_column import_columns begin_item_batch import_items import_problems inventory_kind lookup_uses own_import
  assign_code assign_slug assignee_condition bind_idempotency_key check_assignee
  check_contact check_lines check_note check_registered check_rental checked_message claim_idempotency_key
  count_for_leads count_items count_new_enquiries count_statement crm_page current_actor cursor_of customer_for customer_of
  customer_value days_between edit_note enquiry_lines failed_step filter_conditions
  free_items_statement guard_converted handle_message ids_in inventory_conditions is_in_numbers item_statement
  has_admin keep_last_admin keep_own_role lookup_ids_of mark_statement mirror_material mobile_pattern neighbour_statement
  open_statuses page_statement picked plain_text read_crm_cursor
  read_cursor rebuild_items record_customer_changes record_events record_made recount_catalogue recount_leads recount_open_enquiries refuse register_items rental_record
  request_address require_account_manager require_admin_left require_staff search_facets search_filters search_ids search_pattern
  search_rentals set_limit slug_of stock_today tell_catalogue_changed timeline_of touch_updated_at use_limits
  words_of today blocked_range turnaround_of lock_items
  sweep_stock change_item_days follow_reservations recount_item_days follow_quantity rebuild_kits follow_components
  remaining_customer merged_customers exchange_details refuse_busy_customer lock_customers refuse_taken_mobile owner_condition
  desk_customer desk_enquiry
  refuse_archived refuse_archived_component refuse_archived_lines named_items refuse_reserved refuse_in_kits
  person_name log_change record_activity add_activity_log add_item_log record_crm_activity crm_label
  record_setting_activity component_texts activity_value activity_entry
  luminance contrast is_gstin_checked setting_problem setting_value setting_rows publish_values
  refuse_changed_settings check_settings
  can_own inherit_owner record_owner notes_of owner_and_notes
  write_reservations lock_orders reserve_orders follow_orders follow_order_items lock_order_of_line recount_stock`.split(
    /\s+/,
  );

/** Sequences: all private, used by security definer triggers. */
export const SEQUENCES = `prop_code_seq cloth_code_seq backdrop_code_seq gear_code_seq crew_code_seq
  catalogue_counts_id_seq set_code_seq customer_number_seq enquiry_number_seq order_number_seq limit_uses_id_seq
  setting_changes_id_seq activity_id_seq`.split(/\s+/);

/** Buckets: callers who read objects by name, list and signed URL, and callers who write them. */
export const BUCKETS: Record<string, { read: Who; write: Who }> = {
  catalogue: { read: EVERYONE, write: STAFF },
  returns: { read: CRM, write: CRM },
};

/** Tables of `public` whose changes are published to signed-in callers who may read the row. */
export const PUBLISHED = `props clothes backdrops gear crews sets customers enquiry_orders orders
  contact_enquiries customer_notes reservations order_movements`.split(/\s+/);
