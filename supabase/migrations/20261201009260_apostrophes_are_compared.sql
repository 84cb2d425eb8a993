-- Written by `npm run db:change` from supabase/schemas.

drop routine private.without_apostrophes(text);
