-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Who gets an e-mail: 'studio' or 'customer'. */
create function private.template_audience(template text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when template = any ('{acknowledgement,quote,invoice,pickup_tomorrow,return_today,overdue,payment_received}')
    then 'customer' else 'studio' end
$$;
