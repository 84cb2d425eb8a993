/** The keys of the stand-in project (project.ts), opaque like Supabase's newer keys. */
export const PUBLISHABLE_KEY = 'sb_publishable_test_Xa92kQ0fL3vB7nM1cZ8r_5d1e2f3a';
export const SECRET_KEY = 'sb_secret_test_Pq41sW6yT9uE2oI5hG7j_9b8c7d6e';
