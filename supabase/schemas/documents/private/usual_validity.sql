/*
 * The last day of validity that a new quote has: the days of the setting documents.quote_validity_days, or until `wanted`
 * where that is later; but it ends before the first day of the rental. Never before today.
 */
create function private.usual_validity(first_day date, wanted date default null) returns date
language sql stable
set search_path = ''
as $$
  select greatest(private.today(), least(usual_validity.first_day - 1, greatest(usual_validity.wanted,
    private.today() + private.setting_or_default('documents.quote_validity_days')::integer)))
$$;
