import { ADMIN, EVERYONE, NOBODY, type Who } from './rule.ts';

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
  rental_taxes: EVERYONE,
  activity: ['inventory_user', 'crm_user', 'admin'],
  activity_people: ['inventory_user', 'crm_user', 'admin'],
  settings: ['admin'],
  change_settings: ['admin'],
  publish_settings: ['admin'],
  discard_drafts: ['admin'],
  setting_history: ['admin'],
  undo_setting_change: ['admin'],
  make_preview: ['admin'],
  setup_state: ['admin'],
  demo_studio: ['admin'],
  start_own_studio: ['admin'],
  submit_enquiry: EVERYONE,
  submit_contact_enquiry: EVERYONE,
  tax_classes: ['crm_user', 'admin'],
  change_tax_class: ['admin'],
  set_kind_tax: ['admin'],
  document: ['crm_user', 'admin'],
  printed_document: ['crm_user', 'admin'],
  documents_of: ['crm_user', 'admin'],
  search_documents: ['crm_user', 'admin'],
  make_document: ['crm_user', 'admin'],
  save_billing_profile: ['crm_user', 'admin'],
  change_document: ['crm_user', 'admin'],
  take_source_lines: ['crm_user', 'admin'],
  discard_document: ['crm_user', 'admin'],
  issue_document: ['crm_user', 'admin'],
  revise_quote: ['crm_user', 'admin'],
  make_credit_note: ['crm_user', 'admin'],
  invoice_register: ['crm_user', 'admin'],
  gstr1: ['crm_user', 'admin'],
  search_leads: ['crm_user', 'admin'],
  find_customers: ['crm_user', 'admin'],
  find_rentable: ['crm_user', 'admin'],
  search_enquiries: ['crm_user', 'admin'],
  search_orders: ['crm_user', 'admin'],
  crm_counts: ['crm_user', 'admin'],
  dashboard_figures: ['inventory_user', 'crm_user', 'admin'],
  search_inventory: ['inventory_user', 'crm_user', 'admin'],
  convert_enquiry_to_order: ['crm_user', 'admin'],
  change_order: ['crm_user', 'admin'],
  change_enquiry: ['crm_user', 'admin'],
  make_rental: ['crm_user', 'admin'],
  wait_for_items: ['crm_user', 'admin'],
  change_order_dates: ['crm_user', 'admin'],
  hold_enquiry: ['crm_user', 'admin'],
  release_hold: ['crm_user', 'admin'],
  set_out_of_service: ['inventory_user', 'crm_user', 'admin'],
  add_sub_rental: ['inventory_user', 'crm_user', 'admin'],
  release_reservation: ['inventory_user', 'crm_user', 'admin'],
  conflicts: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  due_today: ['storekeeper', 'crm_user', 'admin'],
  item_reservations: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  timeline: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
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
  duplicate_pairs: ['crm_user', 'admin'],
  tell_apart: ['crm_user', 'admin'],
  assignees: ['crm_user', 'admin'],
  erase_customer: ['admin'],
  change_own_name: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  choose_start_page: ['crm_user', 'admin'],
  staff_accounts: ADMIN,
  set_account_disabled: ADMIN,
  end_account_sessions: ADMIN,
  remove_account: ADMIN,
  remove_second_factor: ADMIN,
  log_account_link: ADMIN,
  number_pieces: ['inventory_user', 'crm_user', 'admin'],
  edit_piece: ['inventory_user', 'crm_user', 'admin'],
  pieces: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  scan: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  labels: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  stock_check: ['inventory_user', 'crm_user', 'admin'],
  find_items: ['inventory_user', 'crm_user', 'admin'],
  pick_list: ['storekeeper', 'crm_user', 'admin'],
  hand_over: ['storekeeper', 'crm_user', 'admin'],
  take_back: ['storekeeper', 'crm_user', 'admin'],
  charge_returns: ['crm_user', 'admin'],
  undo_movement: ['storekeeper', 'crm_user', 'admin'],
  search_desk: ['storekeeper', 'inventory_user', 'crm_user', 'admin'],
  ledger: ['crm_user', 'admin'],
  due: ['crm_user', 'admin'],
  open_claims: ['crm_user', 'admin'],
  payments_between: ['crm_user', 'admin'],
  cancellation_proposal: ['crm_user', 'admin'],
  record_payment: ['crm_user', 'admin'],
  settle_deposit: ['crm_user', 'admin'],
  reverse_payment: ['crm_user', 'admin'],
  match_claim: ['crm_user', 'admin'],
  dismiss_claim: ['crm_user', 'admin'],
  make_calendar_link: ['crm_user', 'admin'],
  make_day_sheet_link: ['crm_user', 'admin'],
  make_enquiry_link: ['crm_user', 'admin'],
  end_enquiry_links: ['crm_user', 'admin'],
  settle_enquiry_change: ['crm_user', 'admin'],
  linked_enquiry: EVERYONE,
  answer_enquiry: EVERYONE,
  calendar_links: ['crm_user', 'admin'],
  revoke_link: ['crm_user', 'admin'],
  make_document_link: ['crm_user', 'admin'],
  order_from_quote: ['crm_user', 'admin'],
  linked_document: EVERYONE,
  answer_document: EVERYONE,
  claim_payment: EVERYONE,
  make_worker_secret: ['admin'],
  // For callers with the workers' secret.
  claim_messages: EVERYONE,
  push_keys: EVERYONE,
  settle_message: EVERYONE,
  queue_test_message: ['admin'],
  outbox_message: ['crm_user', 'admin'],
  message_channels: ['crm_user', 'admin'],
  outbox_list: ['crm_user', 'admin'],
  messages_of: ['crm_user', 'admin'],
  resend_message: ['crm_user', 'admin'],
  cancel_message: ['crm_user', 'admin'],
  pause_channel: ['crm_user', 'admin'],
  send_document: ['crm_user', 'admin'],
  message_content: ['crm_user', 'admin'],
  second_factor: ['no profile', 'storekeeper', 'inventory_user', 'crm_user', 'admin'],
  // At aal2. The second one answers every account without a factor that it has none.
  make_recovery_codes: NOBODY,
  use_recovery_code: ['no profile', 'storekeeper', 'inventory_user', 'crm_user', 'admin'],
  set_place: ['storekeeper', 'inventory_user', 'admin'],
  matching_items: ['inventory_user', 'crm_user', 'admin'],
  archive_items: ['inventory_user', 'admin'],
  change_items: ['inventory_user', 'crm_user', 'admin'],
  item_log: ['inventory_user', 'crm_user', 'admin'],
  undo_items: ['inventory_user', 'crm_user', 'admin'],
  export_inventory: ['inventory_user', 'crm_user', 'admin'],
  stage_import: ['inventory_user', 'crm_user', 'admin'],
  check_import: ['inventory_user', 'crm_user', 'admin'],
  apply_import: ['inventory_user', 'crm_user', 'admin'],
  drop_import: ['inventory_user', 'crm_user', 'admin'],
  lookup_values: ['inventory_user', 'crm_user', 'admin'],
  remove_lookup_value: ['inventory_user', 'crm_user', 'admin'],
  notice: ['crm_user', 'admin'],
  notices: ['crm_user', 'admin'],
  change_notices: ['crm_user', 'admin'],
  save_push_subscription: ['crm_user', 'admin'],
  remove_push_subscription: ['crm_user', 'admin'],
  send_test_notice: ['crm_user', 'admin'],
};

/** API roles with EXECUTE on private functions, which policies and constraints call. */
export const BEHIND: Record<string, string[]> = {
  is_staff: ['authenticated'],
  is_email: ['authenticated', 'service_role'],
  is_image_list: ['authenticated', 'service_role'],
  is_person_name: ['authenticated', 'service_role'],
  size_order: ['authenticated', 'service_role'],
  one_line: ['authenticated', 'service_role'],
  compared: ['authenticated', 'service_role'],
  folded: ['authenticated', 'service_role'],
  latin_digits: ['authenticated', 'service_role'],
  mailbox: ['authenticated', 'service_role'],
  sorted_name: ['authenticated', 'service_role'],
  trimmed: ['authenticated', 'service_role'],
};

/** The other private functions: called only by security definer functions and triggers. */
export const INNER =
  `customer_templates queue_messages with_enquiry_link greeting_name address_problem mailbox_hash
  missing_pieces message_lines message_rental overdue_pieces message_document message_event message_contact reminder_problem
  over_mail_limit new_document_link studio_path customer_path test_delivery empty_content message_texts due_reminders
  queue_reminders erase_messages
  tell_outbox tend_outbox problem_text sweep_outbox email_delivery message_settings push_delivery retry_delay may_claim claim_outbox
  end_message retry_message settle_outbox is_worker message_templates
  record_of_message outbox_value can_resend channel_states message_to_change log_message skip_waited
  follow_account log_removed_account log_second_factor remove_factors keep_profile keep_last_admin_account requires_second_factor has_second_factor recovery_hash new_secret open_link new_enquiry_link
  open_enquiry_link valid_enquiry_link quote_of_enquiry opens_quote answer_of_enquiry answers_of_enquiry linked_enquiry_content enquiry_to_answer count_wrong_link address_hash address_opened address_choice has_other_addresses shows_only
  hire_in add_order_lines enquiry_rows enquiry_total edit_enquiry check_changes refuse_changed write_holds keep_quoted_days changed_enquiry_quote
  end_change end_quoted_change erase_enquiry_answers masked_mobile masked_email
  setting_or_default setting_text b2cl_from check_register_days tax_documents_until erase_documents
  gst_state tax_class_of refuse_issued refuse_issued_lines half_up taxes_on tax_inside discount_on document_sums enquiry_sums line_amount days_in charged_days kind_of document_link_ends sends_document
  hundreds_in_words in_words financial_year studio_state state_named check_studio_state wanted_setting is_gst_registered estimated_gst_rate document_answers_of document_links_of payment_content
  first_rental_day usual_validity short_quote_lines document_place is_without_payment endorsement credited_lines credit_sums document_amounts save_amounts studio_content document_content
  freeze_document document_source billing_profile_value document_missing document_record document_row locked_draft
  refuse_busy_document billed_profile is_printed_taxed refuse_incomplete kind_of_series refuse_line decimal_of checked_document_line write_document_lines source_lines
  usual_billing_profile
  record_document_event check_limit open_document_link shown_document shown_content document_hash order_of_document answer_of_document
  document_state changed_quote received_of quoted_lines make_quoted_order document_money linked_content typed_text checked_wishes refuse_answer order_when_accepted document_to_answer request_inet revoke_order_links erase_document_answers
  person_name log_change record_activity add_activity_log add_item_log record_crm_activity crm_label
  record_setting_activity component_texts activity_value activity_entry may_manage_link crew_member make_link calendar_start
  refuse_moved_line movement_day checked_movement movement_text lock_moving_order record_movement
  check_started pieces_away pieces_not_here refuse_not_here
  add_charges take_out_of_service erase_movement_texts remove_return_pictures drop_return_pictures roll_overdue order_pieces
  refuse_pieces_out late_lines numbered_pieces movements_of timeline_cursor read_timeline_cursor timeline_filter category_names timeline_of_items timeline_of_orders
  refuse_busy lock_stock present_item uuid_of whole_number staff_days reserve_fact record_event iso_time
  order_total order_lines_amount receipt_lines refunded_parts erase_order_texts lines_out pieces_out rentable_item price_of short_text new_line restored_line edited_line line_value
  changed_meanwhile apply_changes span_of line_changes undo_changes record_changes check_handed_over split_returned split_movements edit_order editable_order
  caller_for all_alike customers_alike judged_pairs likely_duplicates mistyped_mobiles mobile_slip proposed_customer customer_words customers_with has_customer_words words_errors found_documents found_items rentals_with company_text new_lines end_waiting all_fit can_hold
  without_texts end_hold release_ended_holds refuse_choice chosen_values order_lines take_over_hold components_of
  pieces_value check_piece_count scanned_code lines_with_item next_steps
  turnaround_value availability_settings_value stock_days pieces_of customer_name shown_name lines_availability
  booked_statement dated_page follow_item_days follow_search_entries follow_turnaround free_chunks free_condition free_of judge_apart
  last_blocked_days next_free_days recount_full_days rental_days_of shown_availability this_moment wanted_lines with_free
  found_chunks found_count free_items_instead full_ranks items_instead items_of keys_of nearest_items partial_ranks read_best_cursor
  read_chunks read_found search_chunks search_levels search_terms search_units synonyms_of telling_words term_alone
  term_forms term_matches term_pattern term_subsets typed_words typing_errors
  add_kind add_lookup alike apart changed_column import_columns begin_item_batch import_items import_problems name_key inventory_kind lookup_uses own_import
  amended_key assign_code assign_slug assignee_condition bind_idempotency_key check_assignee
  check_contact name_problem check_lines check_note check_registered check_rental checked_message claim_idempotency_key
  count_enquiries count_for_leads count_items count_new_enquiries count_orders count_statement crm_attention crm_page current_actor cursor_of customer_for customer_of
  customer_value days_between days_of days_text edit_note enquiry_lines failed_step filter_conditions
  free_items_statement guard_converted handle_message ids_in inventory_conditions is_in_numbers item_statement
  has_admin keep_last_admin keep_own_role lookup_ids_of mark_statement mirror_material mobile_pattern neighbour_statement next_document_number
  open_statuses page_statement picked plain_text read_crm_cursor
  read_cursor rebuild_items record_customer_changes record_enquiry_events record_events record_made record_order_events recount_catalogue recount_leads recount_open_enquiries refuse register_items rental_record
  request_address require_account_manager require_admin_left require_staff search_facets search_filters search_ids search_pattern
  search_rentals set_limit slug_of stock_today tell_catalogue_changed timeline_of touch_updated_at use_limits
  words_of pattern_of typed_search today blocked_range turnaround_of lock_items
  sweep_stock room_on takes_pieces change_item_days follow_reservations recount_item_days follow_quantity rebuild_kits follow_components
  remaining_customer merged_customers exchange_details refuse_busy_customer lock_customers lock_merged_customers refuse_taken_mobile owner_condition
  desk_customer desk_enquiry moved_order names_shown moved_lines late_of charges_due mark_charges_due
  notice_events live_events queue_notice notice_content notice_choice quiet_until live_subscriptions
  push_keys base64url from_base64url fan_out_notice follow_push
  refuse_archived refuse_archived_component refuse_archived_lines refuse_archived_pieces named_items refuse_reserved refuse_in_kits
  luminance contrast is_gstin_checked gstin_kind likely_gstin setting_problem placeholder_problem setting_value setting_rows publish_values
  refuse_changed_settings check_settings check_prefixes
  is_record_picture studio_records record_tables changed_after
  can_own inherit_owner record_owner notes_of owner_and_notes
  counted bill_sums billable_lines billed_lines credit_amounts difference_text draft_source line_bills order_billing quote_fits recount_estimates
  can_be_sent_to plain_email foreign_mobile_problem mobile_notation whole_mobile  unbilled zero_rating follow_line_balances follow_profile_balances follow_taxation keep_payment move_payments erase_payment_notes record_payment_event record_claim_event documents_of_order
  order_bills paid_sums ledger_sums order_due recount_balances follow_order_balances follow_payments
  follow_document_balances follow_answer_balances follow_gst_rate follow_general_class payment_value claim_value order_of_claim
  ledger_of taxed_parts voucher_place issue_voucher refund_share rupees lock_ledger read_payment
  check_payment use_reference set_payment_status write_payment refuse_busy_ledger ledger_by_id lock_claim
  write_reservations line_of_reservation lock_orders reserve_orders follow_orders follow_order_items lock_order_of_line recount_stock`.split(
    /\s+/,
  );

/** Personal columns that a function shows to everyone who may call it. */
export const SHOWN: Record<string, readonly string[]> = {
  // The activity log names who changed what to all staff.
  activity_people: ['user_profiles.display_name'],
  // A storekeeper reads first names, and what was written at the desk.
  pick_list: [
    'customers.first_name',
    'order_items.description',
    'order_movements.reason',
    'order_movements.undo_reason',
    'order_movement_lines.note',
    'order_movement_lines.photos',
  ],
};
