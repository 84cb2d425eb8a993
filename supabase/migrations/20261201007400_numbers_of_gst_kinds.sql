-- Customers have numbers of each kind that GST has, and lines a SAC or an HSN of 8 digits.
alter table public.billing_profiles
  drop constraint billing_profiles_gstin_check,
  add constraint billing_profiles_gstin_check check (gstin is null or private.gstin_kind(gstin) is not null and private.is_gstin_checked(gstin)
    and state_code = case "left"(gstin, 2) when '99' then '96' else "left"(gstin, 2) end);

alter table public.tax_classes
  drop constraint tax_classes_sac_check,
  add constraint tax_classes_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$');

alter table public.document_lines
  drop constraint document_lines_sac_check,
  add constraint document_lines_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$');
