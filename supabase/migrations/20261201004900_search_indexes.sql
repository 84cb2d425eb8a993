-- Which orders have an item on or after a day.
drop index public.order_items_item_id_idx;
create index order_items_item_id_idx on public.order_items (item_id, rental_to);
-- Documents by the number within their year.
create index documents_sequence_idx on public.documents (sequence, date);
