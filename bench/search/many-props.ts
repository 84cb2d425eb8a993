import type { Sql } from 'postgres';

/** Number of demo props that serve as models. */
const DEMO = 2000;

/**
 * Fills the demo studio up to this number of props. A new prop is modelled on one of the demo: its
 * category, brand, colour, pictures and description, with a name combined from two others and often
 * a number. Deterministic except for ids; the last are the newest.
 */
export async function fillProps(owner: Sql, size: number): Promise<void> {
  await owner`delete from props where id in (
    select id from props order by created_at desc, id offset ${size}::int)`;
  // why: making slugs one at a time takes minutes; these are unique by their number.
  await owner`alter table props disable trigger user`;
  await owner`
    with demo as materialized (
      select *, split_part(name, ', ', 1) as head, split_part(name, ', ', 2) as finish,
        row_number() over (order by name) - 1 as place
      from (select * from props order by created_at, id limit ${DEMO}::int) as listed
    )
    insert into props (prop_id, slug, name, description, brand_id, color_id, category_id, price, quantity, in_studio, active,
      images, created_at)
    select 'PRP-' || lpad(n::text, 6, '0'), private.slug_of(finish.name) || '-no-' || n, concat_ws(' ',
        (array['Vintage', 'Rustic', 'Handmade', 'Large', 'Small', 'Weathered', 'Restored', 'Hired-Out', 'Period',
          'Showroom', 'Backlot', 'Pair of'])[1 + n * 7 % 40],
        head.head || ',', finish.finish, case when n % 3 > 0 then 'No. ' || 1 + n % 89 end),
      head.description, head.brand_id, finish.color_id, head.category_id, head.price + n % 7 * 10,
      1 + n % 9, head.in_studio, n % 25 > 0, finish.images,
      now() - (${size}::int - n) * interval '5 minutes'
    from generate_series((select count(*) from props) + 1, ${size}::int) as n
      join demo as head on head.place = n * 7919 % ${DEMO}::int
      join demo as finish on finish.place = n * 104729 / 3 % ${DEMO}::int
    order by n`;
  await owner`alter table props enable trigger user`;
  await owner`select private.rebuild_items()`;
  await owner`select private.recount_catalogue()`;
  await owner`vacuum analyze`;
}
