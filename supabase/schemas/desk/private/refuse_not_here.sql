/*
 * Refuses a hand-over of pieces that are not here: PT409 with details {"reason": "not_here", "lines"}. lines: as
 * private.pieces_not_here lists them; null: nothing is refused.
 */
create function private.refuse_not_here(lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if lines is not null then
    raise exception 'Not all of these pieces are here.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'not_here', 'lines', lines)::text;
  end if;
end
$$;
