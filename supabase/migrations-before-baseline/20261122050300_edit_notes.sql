-- Notes can be edited: one's own, any by an admin. The note says when, and by whom.

alter table public.customer_notes
  add column edited_at timestamptz,
  -- why: no foreign key, as who it was stays true when they have left.
  add column edited_by uuid,
  add constraint customer_notes_edited_check check (edited_at is not null or edited_by is null);

alter table public.crm_events drop constraint crm_events_what_check;
alter table public.crm_events add constraint crm_events_what_check check (what in (
  'created', 'status', 'payment_status', 'assigned', 'converted', 'received', 'handled', 'reopened',
  'note_added', 'note_edited', 'note_deleted', 'corrected', 'erased'));

create policy "customer_notes: crm staff update own, admin all" on public.customer_notes
  for update to authenticated
  using ((select private.is_staff('admin'))
    or (select private.is_staff('crm_user')) and author = (select auth.uid()))
  with check ((select private.is_staff('admin'))
    or (select private.is_staff('crm_user')) and author = (select auth.uid()));

/* Trims an edited note and records who edited it, at the database's clock, whatever a request says. */
create function private.edit_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.note := private.trimmed(new.note);
  if new.note is distinct from old.note then
    new.edited_at := now();
    new.edited_by := auth.uid();
  end if;
  return new;
end
$$;

create trigger customer_notes_edit before update of note on public.customer_notes
  for each row execute function private.edit_note();

create trigger customer_notes_events_update after update on public.customer_notes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('note',
    'select changed.edited_at, changed.customer_id, changed.id, ''note_edited'', null, null
     from old_rows as former join new_rows as changed using (id) where former.note <> changed.note');

grant update (note) on public.customer_notes to authenticated;

/*
 * A customer by number or id with their enquiries (converted ones too), orders, messages, staff
 * notes and timeline, the newest 100 of each, and how many there are. Null when there is none.
 * 42501 for anyone but admin and crm_user.
 */
create or replace function public.customer_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  who constant uuid := (
    select customer.id from public.customers as customer
    where case when customer_record.number is not null
      then customer.customer_number = upper(customer_record.number) else customer.id = customer_record.id end
  );
begin
  perform private.require_staff('admin', 'crm_user');
  return private.customer_of(who) || (
    select jsonb_build_object(
      'open_enquiries', coalesce(figures.open_enquiries, 0), 'orders_total', coalesce(figures.orders, 0),
      'messages_total', coalesce(figures.messages, 0),
      'unhandled_messages', coalesce(figures.unhandled_messages, 0),
      'enquiries_total', (select count(*) from public.enquiry_orders where customer_id = who))
    from (select who as customer_id) as asked left join private.lead_figures as figures using (customer_id)
  ) || jsonb_build_object(
    'enquiries', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' || jsonb_build_object(
          'item_count', (select count(*) from public.enquiry_items where enquiry_order_id = listed.id),
          'order', (
            select jsonb_build_object('id', made.id, 'order_number', made.order_number)
            from public.orders as made where made.enquiry_order_id = listed.id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.enquiry_orders where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' - 'enquiry_order_id'
        || jsonb_build_object(
          'item_count', (select count(*) from public.order_items where order_id = listed.id),
          'enquiry', (
            select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
            from public.enquiry_orders as asked where asked.id = listed.enquiry_order_id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.orders where customer_id = who order by created_at desc, id limit 100
      ) as listed
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'handled_name', person.display_name) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.contact_enquiries where customer_id = who
        order by created_at desc, id limit 100
      ) as listed left join public.user_profiles as person on person.id = listed.handled_by
    ),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'author_name', person.display_name, 'editor_name', editor.display_name)
        order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.customer_notes where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
      left join public.user_profiles as person on person.id = listed.author
      left join public.user_profiles as editor on editor.id = listed.edited_by
    ),
    'timeline', private.timeline_of(who, null));
end
$$;
