/* An amount in words, by Indian numbering: 'Rupees twelve thousand five hundred ninety-six and eighty paise only'. */
create function private.in_words(amount numeric) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select concat_ws(' ', case when amount < 0 then 'Minus rupees' else 'Rupees' end,
    case when rupees = 0 then 'zero' else nullif(concat_ws(' ',
      case when rupees >= 10000000 then concat_ws(' ', nullif(concat_ws(' ',
        case when rupees >= 10000000000 then private.hundreds_in_words((rupees / 10000000000)::integer) || ' thousand' end,
        nullif(private.hundreds_in_words((rupees / 10000000 % 1000)::integer), '')), ''), 'crore') end,
      private.hundreds_in_words(nullif(rupees / 100000 % 100, 0)::integer) || ' lakh',
      private.hundreds_in_words(nullif(rupees / 1000 % 100, 0)::integer) || ' thousand',
      nullif(private.hundreds_in_words((rupees % 1000)::integer), '')), '') end,
    'and ' || private.hundreds_in_words(nullif(paise, 0)) || ' paise', 'only')
  from (select trunc(abs(amount))::bigint as rupees, (round(abs(amount) * 100) % 100)::integer as paise) as parts
$$;
