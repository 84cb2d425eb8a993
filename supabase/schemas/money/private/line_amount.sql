/*
 * Cost of a line, in rupees without GST: price × pieces × days. price: for one piece, per day where the line has
 * days; days: null for a line that is charged once. Null without a price. Twin of `lineAmount` in
 * src/domain/line-amount.ts, which shows it before it is saved.
 * why a SQL-standard body: it is inlined and needs no search_path.
 */
create function private.line_amount(price numeric, pieces numeric, days integer) returns numeric
language sql immutable parallel safe
return ((price * pieces) * (coalesce(days, 1))::numeric);
