-- A session's refresh tokens are numbered, and made from its id and the number: none is kept.
alter table auth.sessions add column refresh_token_counter integer not null default 0;
drop table auth.refresh_tokens;
