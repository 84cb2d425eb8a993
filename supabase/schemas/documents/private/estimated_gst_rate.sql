/* The rate of estimates as a fraction: the studio's GST rate; 0 for a studio that is not registered. */
create function private.estimated_gst_rate() returns numeric
language sql stable
set search_path = ''
as $$
  select case when private.is_gst_registered() then (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric else 0 end
$$;
