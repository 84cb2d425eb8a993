/*
 * Extent to which this caller learns of availability: 'exact', 'yes-no' or 'off'. Staff and the service key
 * always learn exact figures.
 */
create function private.shown_availability() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if (private.current_actor()).actor <> 'visitor' then
    return 'exact';
  end if;
  return (select settings.shows from private.availability_settings as settings);
end
$$;
