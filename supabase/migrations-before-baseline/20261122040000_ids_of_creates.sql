-- Staff may choose the id of what they create. A create whose answer was lost is sent again with the
-- same id: the primary key refuses the second row, and the client reads the first one.

do $$
declare
  created text;
begin
  foreach created in array array[
    'props', 'clothes', 'backdrops', 'gear', 'crews', 'sets',
    'prop_brands', 'colors', 'prop_categories', 'cloth_brands', 'cloth_categories', 'clothes_size_manager',
    'gender_options', 'backdrop_size_manager', 'backdrop_materials', 'gear_brands', 'gear_category_manager',
    'crew_categories', 'customer_notes'
  ] loop
    execute format('grant insert (id) on public.%I to authenticated', created);
  end loop;
end
$$;
