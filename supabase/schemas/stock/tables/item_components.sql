-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The items that a kit lists. A component may be a kit too.
create table public.item_components (
  kit_id uuid not null,
  component_id uuid not null,
  quantity integer not null,
  "position" smallint not null default 1,
  constraint item_components_pkey primary key (kit_id, component_id),
  constraint item_components_component_id_fkey foreign key (component_id) references public.items(id),
  constraint item_components_kit_id_fkey foreign key (kit_id) references public.items(id),
  constraint item_components_itself check (kit_id <> component_id),
  constraint item_components_quantity_range check (quantity >= 1 and quantity <= 1000)
);

create index item_components_component_id_idx on public.item_components (component_id);

alter table public.item_components enable row level security;

create policy "item_components: service_role does all" on public.item_components
  for all
  to service_role
  using (true) with check (true);
create policy "item_components: staff read" on public.item_components for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger item_components_archived before insert on public.item_components
  for each row execute function private.refuse_archived_component();
create trigger item_components_followed
  after insert or delete or update or truncate on public.item_components
  for each statement execute function private.follow_components();

grant select on public.item_components to authenticated;
grant select, insert, update, delete on public.item_components to service_role;
