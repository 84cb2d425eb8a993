import { draftQuote } from './support/quotes.ts';
import { makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

test('what cannot be printed is named in the draft and before issuing, with a way to its field @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { enquiry, draft } = await draftQuote(request, sql);
  const [first = ''] = enquiry.itemNames;
  await sql`
    insert into private.studio_settings (key, value) values ('documents.footer', ${sql.json('Thank you 謝')})
    on conflict (key) do update set value = excluded.value`;
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto(`/ops/documents/${draft.id}`);
  const warning = page.getByRole('status', { name: 'Unprintable signs' });
  const entries = warning.getByRole('listitem');
  await expect(entries).toHaveText(['Last line: 謝 (in the studio’s settings)']);

  const line = page.getByRole('textbox', { name: 'Text of line 1' });
  const notes = page.getByRole('textbox', { name: /^Notes for the customer/ });
  await line.fill(`${first} 漢字 漢`);
  await notes.fill('By 東 gate ✓ ₹ ½');
  await expect(entries).toHaveText([
    'Line 1: 漢 字',
    'Notes: 東',
    'Last line: 謝 (in the studio’s settings)',
  ]);
  await expectAccessible();
  await expectLegibleInDark(page);

  await warning.getByRole('button', { name: 'Line 1: 漢 字' }).press('Enter');
  await expect(line).toBeFocused();

  await page.getByRole('button', { name: 'Issue quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue this quote?' });
  const inDialog = dialog.getByRole('status', { name: 'Unprintable signs' });
  await expect(inDialog.getByRole('listitem')).toHaveCount(3);
  await expectAccessible();
  await inDialog.getByRole('button', { name: 'Notes: 東' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(notes).toBeFocused();
  await notes.fill('By the east gate');
  await expect(entries).toHaveCount(2);

  await warning
    .getByRole('link', { name: 'Last line: 謝 (in the studio’s settings)' })
    .press('Enter');
  const footer = page.getByRole('textbox', { name: /^Last line of each document/ });
  await expect(footer).toBeFocused();
  await expect(page.getByText('Cannot be printed: 謝')).toBeVisible();
  await expectAccessible();
  await footer.fill('Thank you');
  await expect(page.getByText('Cannot be printed:')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.goto(`/ops/documents/${draft.id}`);
  await expect(entries).toHaveText(['Line 1: 漢 字']);
});
