/*
 * Rejects a cart that differs from what the visitor saw, so that nothing else is saved in its place:
 * PT409 item_unavailable or price_changed, with all differing lines as details.
 */
create function private.check_lines(lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  gone constant boolean := jsonb_path_exists(lines, '$[*] ? (@.active == false)');
begin
  if jsonb_path_exists(lines, '$[*] ? (@.as_seen == false)') then
    raise exception using errcode = 'PT409',
      message = case when gone then 'item_unavailable' else 'price_changed' end,
      detail = (
        select jsonb_agg(jsonb_build_object('type', line -> 'type', 'id', line -> 'id',
          'name', line -> 'name', 'price', line -> 'price', 'active', line -> 'active'))
        from jsonb_array_elements(lines) as differing (line)
        where not (line ->> 'as_seen')::boolean
      )::text;
  end if;
end
$$;
