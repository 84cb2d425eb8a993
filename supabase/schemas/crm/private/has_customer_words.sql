/*
 * Whether all words are in what tells of a customer and of those merged into them: name, company, mobile, e-mail,
 * number. With is_wide a word may have typing errors (private.typing_errors): one in three and four letters, two in
 * longer words.
 */
create function private.has_customer_words(customer uuid, words text[], is_wide boolean) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  whole text;
begin
  select string_agg(concat_ws(' ', record.search_text, lower(replace(record.customer_number, '-', '')), (
      select string_agg(private.company_text(profile.legal_name, profile.label), ' ')
      from public.billing_profiles as profile where profile.customer_id = record.id)), ' ')
    into whole
  from public.customers as record where record.id = any (private.merged_customers(has_customer_words.customer));
  return not exists (
    select from unnest(words) as word
    where strpos(whole, word) = 0 and (not is_wide or word ~ '[0-9@]' or not exists (
      select from unnest(private.words_of(whole)) as said (text)
      where abs(char_length(said.text) - char_length(word)) <= 2 and private.typing_errors(word, said.text)
        <= case when char_length(word) < 3 then 0 when char_length(word) < 5 then 1 else 2 end)));
end
$$;
