/* A whole number below 1,000 in words: 'five hundred ninety-six'; '' for 0. */
create function private.hundreds_in_words(value integer) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select concat_ws(' ', case when value >= 100 then small[value / 100] || ' hundred' end,
    case when value % 100 between 1 and 19 then small[value % 100]
      when value % 100 >= 20 then concat_ws('-', tens[value % 100 / 10], small[nullif(value % 10, 0)]) end)
  from (select '{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen}'::text[] as small,
    '{ten,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety}'::text[] as tens) as words
$$;
