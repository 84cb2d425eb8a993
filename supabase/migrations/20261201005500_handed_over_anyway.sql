alter table public.order_movements add column not_here boolean not null default false
  constraint order_movements_not_here_check check (not not_here or kind = 'hand_over');
comment on column public.order_movements.not_here is 'Pieces of it were not in the studio by the records; the reason says why they left.';
