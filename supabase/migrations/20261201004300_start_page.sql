-- The page after signing in that a person chose; null: the dashboard.
alter table public.user_profiles
  add column start_page text,
  add constraint user_profiles_start_page_check check (start_page = 'today');
