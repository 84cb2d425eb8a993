-- Other days that a customer asks for on the page of their enquiry, beside their words.
alter table public.enquiry_answers
  add column rental_from date,
  add column rental_to date,
  add constraint enquiry_answers_dates_check
    check (num_nulls(rental_from, rental_to) in (0, 2) and rental_to >= rental_from and (answer = 'change' or rental_from is null));
