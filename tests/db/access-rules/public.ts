import { ADMIN, CRM, EVERYONE, NOBODY, SERVICE, STAFF, type Rule } from './rule.ts';

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
const byFunctions = (columns: string): Rule => ({
  columns,
  read: CRM,
  write: NOBODY,
  remove: NOBODY,
});
const view = (columns: string): Rule => ({
  columns,
  read: EVERYONE,
  write: NOBODY,
  remove: NOBODY,
});
/** Every table and view of `public` with every column. */
export const PUBLIC_RELATIONS: Record<string, Rule> = {
  'public.props': item('prop_id brand_id* color_id* category_id* width_cm* depth_cm* height_cm*'),
  'public.clothes': item('cloth_id brand_id* color_id* category_id* gender_id* size_id*'),
  'public.backdrops': item(
    'backdrop_id material_id* material* color_id* size_id* length_feet* width_feet*',
    `(name, length_feet, width_feet) values ('New', 1, 1)`,
  ),
  'public.gear': item('gear_id gear_category_id* gear_brand_id* width_cm* depth_cm* height_cm*'),
  'public.crews': item('crew_id category_id* seniority*'),
  'public.sets': item('set_id category*', `(name, category) values ('New', 'set')`),

  // Written by triggers of the six tables only.
  'public.items': {
    columns:
      'id kind code name slug price quantity image in_studio active updated_at removed_at turnaround_days archived_at place',
    read: EVERYONE,
    behind: 'place',
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
    'id customer_number first_name last_name mobile email assigned_to~ created_at updated_at search_text erased_at merged_into sorted_name mailbox',
    `(first_name, last_name, mobile, email) values ('A', 'B', '+919800000003', 'a@b.c')`,
  ),
  'public.enquiry_orders': crm(
    `id enquiry_number customer_id status~ rental_from rental_to rental_days total_price message ${CONTACT} contact_mobile updated_at held_until hold_extensions waiting_since change_asked_at assigned_to~`,
    `(customer_id, total_price) select id, 1 from public.customers limit 1`,
  ),
  'public.enquiry_items': crm(
    `${LINE} enquiry_order_id created_at free_when_sent of_when_sent description per_day list_price price_reason`,
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
  // Written by functions only.
  'public.customers_told_apart': {
    columns: 'one_id other_id told_by told_at',
    read: CRM,
    write: SERVICE,
    remove: SERVICE,
    insert: `(one_id, other_id) select min(id::text)::uuid, max(id::text)::uuid from public.customers`,
  },
  'public.reservations': {
    columns:
      'id item_id quantity kind status rented blocked order_item_id enquiry_item_id expires_at reason created_by created_at updated_at handed_over movement_id rolled_on order_id line_from line_to',
    read: ['storekeeper', ...STAFF],
    write: SERVICE,
    remove: SERVICE,
    insert: `(item_id, quantity, kind, status, rented, blocked)
      values ('{prop}', 1, 'out_of_service', 'booked', '[2030-01-01,2030-01-02)', '[2030-01-01,2030-01-02)')`,
  },
  'public.order_movements': crm(
    'id order_id kind day reason created_by created_at undone_at undone_by undo_reason charges not_here charges_due',
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
  // Written by functions only.
  'public.payments': {
    columns:
      'id order_id customer_id account kind amount method reference day reverses document_id note created_by created_at',
    read: CRM,
    write: NOBODY,
    remove: NOBODY,
  },
  'public.payment_claims': {
    columns: 'id document_id order_id amount utr state payment_id created_at',
    read: CRM,
    write: NOBODY,
    remove: NOBODY,
  },
  'public.crm_events': {
    columns:
      'id created_at customer_id subject subject_id actor user_id what from_value to_value line_id',
    read: CRM,
    write: NOBODY,
    remove: NOBODY,
  },
  // Documents are written by functions only, and what is issued by nobody.
  'public.tax_classes': byFunctions(
    `id label sac rate place valid_from succeeded_by created_at created_by`,
  ),
  'public.billing_profiles': byFunctions(
    `id customer_id label legal_name gstin address state_code zero_rated created_at updated_at`,
  ),
  'public.documents': byFunctions(
    `id kind state order_id enquiry_order_id customer_id billing_profile_id fy sequence revision number date valid_until place_of_supply place_reason customer_state zero_rated discount_percent discount_amount notes reason gross discount taxable cgst sgst igst round_off total frozen template hash previous_hash irn irn_qr corrects payment_id source_hash version created_at updated_at created_by issued_at issued_by`,
  ),
  'public.document_lines': byFunctions(
    `document_id position kind item_id item_type order_item_id credits_position text sac rate place quantity days unit_price discount_percent discount_amount gross discount shared_discount taxable cgst sgst igst enquiry_item_id corrects`,
  ),
  'public.enquiry_answers': byFunctions(
    'id enquiry_order_id answer note address created_at rental_from rental_to',
  ),
  'public.document_answers': byFunctions(
    'id document_id revision_hash answer name note changes address created_at',
  ),
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
    columns: 'id+ display_name* role* account_id created_at updated_at start_page',
    // Every account with a profile reads at least its own.
    read: ['storekeeper', ...STAFF],
    write: ADMIN,
    remove: NOBODY,
    insert: `(id, display_name, role) values ('{spareUser}', 'New', 'crm_user')`,
    row: `id = '{spareProfile}'`,
  },
};

/** Tables of `public` whose changes are published to signed-in callers who may read the row. */
export const PUBLISHED = `props clothes backdrops gear crews sets customers enquiry_orders orders
  contact_enquiries customer_notes reservations order_movements user_profiles document_answers
  payments payment_claims enquiry_answers`.split(/\s+/);
