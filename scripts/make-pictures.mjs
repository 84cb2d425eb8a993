/**
 * Draws the demo catalogue's pictures into supabase/seed/objects/catalogue and lists them in
 * supabase/seed/10-pictures.sql. Run it by hand when the drawings change, and commit the results.
 * `--only <text>` draws only matching names; `--sheet <file.png>` also writes a contact sheet.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import './pictures/display-font.mjs';
import sharp from 'sharp';
import { backdropPictures } from './pictures/backdrops.mjs';
import { crewPictures } from './pictures/crew.mjs';
import { itemPicture } from './pictures/compose.mjs';
import { roomPictures } from './pictures/rooms.mjs';
import { subjectList } from './pictures/subjects.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'supabase/seed/objects/catalogue');
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, sheet: { type: 'string' } },
});

/** Every picture as `{ name, svg(), quality }`, in a fixed order. */
function pictures() {
  const items = subjectList().flatMap((item) =>
    item.colours.flatMap((colour) =>
      Array.from({ length: item.compositions }, (_, i) => ({
        name: `${item.group}/${item.name}-${colour.colour}-${i + 1}.webp`,
        svg: () => itemPicture(item, colour, i + 1),
        quality: 80,
      })),
    ),
  );
  return [...items, ...backdropPictures(), ...crewPictures(), ...roomPictures()];
}

async function sheet(drawn, file) {
  const columns = 8;
  const tiles = await Promise.all(
    drawn.map(async ({ name }, i) => ({
      input: await sharp(join(target, name)).resize(236, 177).png().toBuffer(),
      left: (i % columns) * 240 + 2,
      top: Math.floor(i / columns) * 181 + 2,
    })),
  );
  const height = Math.ceil(drawn.length / columns) * 181;
  await sharp({ create: { width: columns * 240, height, channels: 3, background: '#ffffff' } })
    .composite(tiles)
    .png()
    .toFile(file);
}

const wanted = pictures().filter(
  ({ name }) => !options.only || new RegExp(options.only).test(name),
);
if (!options.only) rmSync(target, { recursive: true, force: true });
let total = 0;
for (const { name, svg, quality } of wanted) {
  const file = join(target, name);
  mkdirSync(dirname(file), { recursive: true });
  await sharp(Buffer.from(await svg()))
    .webp({ quality, effort: 6, smartSubsample: true })
    .toFile(file);
  total += statSync(file).size;
}
if (options.sheet) await sheet(wanted, options.sheet);
const rows = pictures().map(({ name }) => `  ('${name}', ${statSync(join(target, name)).size})`);
writeFileSync(join(root, 'supabase/seed/10-pictures.sql'), storageSql(rows.sort()));
console.log(`${wanted.length} pictures, ${Math.round(total / 1024)} kB`);

function storageSql(rows) {
  return `-- Made by scripts/make-pictures.mjs: the bucket and one row for each picture in supabase/seed/objects.

insert into storage.buckets (id, name, public)
values ('catalogue', 'catalogue', true)
on conflict (id) do nothing;

insert into storage.objects (bucket_id, name, metadata)
select 'catalogue', picture.name,
  jsonb_build_object('mimetype', 'image/webp', 'size', picture.size, 'cacheControl', 'max-age=31536000')
from (values
${rows.join(',\n')}
) as picture (name, size)
on conflict do nothing;
`;
}
