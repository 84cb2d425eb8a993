-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Pieces of an order that were handed over or taken back together.
create table public.order_movements (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  kind text not null,
  -- The day in the studio on which the pieces went out or were returned.
  day date not null,
  -- Required when the movement is entered after its day.
  reason text,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- An undone movement counts for nothing.
  undone_at timestamptz,
  undone_by uuid,
  undo_reason text,
  charges uuid[] not null default '{}'::uuid[],
  not_here boolean not null default false,
  charges_due boolean not null default false,
  constraint order_movements_pkey primary key (id),
  constraint order_movements_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete set null,
  constraint order_movements_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade,
  constraint order_movements_undone_by_fkey foreign key (undone_by)
    references public.user_profiles(id) on delete set null,
  constraint order_movements_charges_due_check check (not charges_due or kind = 'return'),
  constraint order_movements_day_check check (isfinite(day)),
  constraint order_movements_kind_check check (kind = any (array['hand_over', 'return'])),
  constraint order_movements_not_here_check check (not not_here or kind = 'hand_over'),
  constraint order_movements_reason_length check (char_length(reason) <= 500),
  constraint order_movements_undo_reason_length check (char_length(undo_reason) <= 500),
  constraint order_movements_undone_check
    check (undone_at is not null or undone_by is null and undo_reason is null)
);

create index order_movements_charges_due_idx on public.order_movements (order_id)
  where charges_due and undone_at is null;
create index order_movements_created_by_idx on public.order_movements (created_by)
  where created_by is not null;
create index order_movements_order_id_idx on public.order_movements (order_id, created_at, id);
create index order_movements_undone_by_idx on public.order_movements (undone_by)
  where undone_by is not null;

alter table public.order_movements enable row level security;

create policy "order_movements: crm staff read" on public.order_movements
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "order_movements: service_role does all" on public.order_movements
  for all
  to service_role
  using (true) with check (true);

grant select on public.order_movements to authenticated;
grant select, insert, update, delete on public.order_movements to service_role;

comment on column public.order_movements.charges_due is 'It was late, or pieces are damaged or missing, and nobody has decided about charges.';
comment on column public.order_movements.not_here is 'Pieces of it were not in the studio by the records; the reason says why they left.';
