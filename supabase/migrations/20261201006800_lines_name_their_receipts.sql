-- A refund voucher may take back several receipt vouchers, and each of its lines a part of one line of them.
alter table public.document_lines add column corrects uuid;

alter table public.document_lines
  add constraint document_lines_corrects_fkey foreign key (corrects) references public.documents(id);

create index document_lines_corrects_idx on public.document_lines (corrects) where corrects is not null;

comment on column public.document_lines.corrects is
  'Of a refund voucher: the receipt voucher that the line takes back; credits_position is its line.';
