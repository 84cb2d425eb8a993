import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const OPS = join(import.meta.dirname, '../src/ops');

/** Forms that `use-checked-form.ts` does not make, with the reason. */
const OTHER_FORMS: Readonly<Record<string, string>> = {
  'crm/lines/edit-form.tsx': 'the frame of forms that are made so',
  'crm/new/new-rental-form.tsx': 'its state is in use-new-rental.ts',
  'crm/shared/note-form.tsx': 'one text, whose draft is its state',
  'crm/shared/note.tsx': 'one text, whose draft is its state',
  'desk/desk-form.tsx': 'counts of lines, whose draft is shared with the scanner',
  'frame/account-sheet.tsx': 'loads with every page: the browser checks it',
  'inventory/form/item-form.tsx': 'its state is in use-item-form.ts',
  'inventory/import/map-columns.tsx': 'the columns of a file: nothing is typed',
  'inventory/stock/pieces-panel.tsx': 'one text of each piece: nothing to check',
  'kit/lists/list-search-box.tsx': 'a search',
  'kit/pickers/item-picker.tsx': 'a search',
  'scan/scan-page.tsx': 'one code, gone with Enter',
  'settings/studio/changes-form.tsx': 'its state is in use-studio-form.ts',
  'setup/settings-step.tsx': 'its state is in use-studio-form.ts',
  'sign-in/sign-in-page.tsx': 'loads with every page: the browser checks it',
};

const sources = readdirSync(OPS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(OPS, file), 'utf8') }));

const filesWith = (found: (text: string) => boolean) =>
  sources.flatMap(({ file, text }) => (found(text) ? [file] : [])).toSorted();

test('a form of the back office is made by useCheckedForm, or its reason stands here', () => {
  const others = filesWith(
    (text) => text.includes('<form') && !/\buse(Checked|Editor)Form\(/.test(text),
  );
  expect(others).toEqual(Object.keys(OTHER_FORMS).toSorted());
});

test('only useCheckedForm calls the library of forms', () => {
  expect(filesWith((text) => /\buseForm\b/.test(text))).toEqual(['kit/forms/use-checked-form.ts']);
});
