/*
 * SQL conditions for the filters that are set: {name: value}, null being not set (docs/product/crm.md).
 * An order is out while it is confirmed or in progress and today (in the studio) is one of its days; its
 * return is due on its last day and after it. A missing date counts as the other one.
 */
create function private.filter_conditions(filters jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(filter.condition, ''), '') from (values
    ('statuses', ' and listed.status = any (($2 ->> ''statuses'')::text[])'),
    ('payment_statuses', ' and listed.payment_status = any (($2 ->> ''payment_statuses'')::text[])'),
    ('customer_id', ' and listed.customer_id = ($2 ->> ''customer_id'')::uuid'),
    ('created_from', ' and listed.created_at >=
      ($2 ->> ''created_from'')::date::timestamp at time zone ''Asia/Kolkata'''),
    ('created_to', ' and listed.created_at <
      (($2 ->> ''created_to'')::date + 1)::timestamp at time zone ''Asia/Kolkata'''),
    ('rental', ' and private.days_of(listed.rental_from, listed.rental_to) && ($2 ->> ''rental'')::daterange'),
    ('out', ' and listed.status in (''confirmed'', ''in_progress'')
      and private.days_of(listed.rental_from, listed.rental_to) @> (now() at time zone ''Asia/Kolkata'')::date'),
    ('due', ' and listed.status in (''confirmed'', ''in_progress'')
      and coalesce(listed.rental_to, listed.rental_from) <= (now() at time zone ''Asia/Kolkata'')::date'),
    ('has_message', ' and (listed.message is not null) = ($2 ->> ''has_message'')::boolean'),
    ('unhandled', ' and figures.unhandled_messages > 0')
  ) as filter (name, condition)
  where jsonb_strip_nulls(filters) ? filter.name
$$;
