import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Import into' });
const choose = (page: Page, buffer: Buffer) =>
  sheet(page)
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer });

test(
  'a file of two encodings, with a title and a short line, is refused in words, mended, and asked about at zero',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, expectAccessible }) => {
    const tag = `zero${randomUUID().slice(0, 8)}`;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/gear-manager');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await choose(
      page,
      Buffer.concat([
        Buffer.from(`Stock of the studio\nName;Description;Price;Quantity\n${tag} 20×;Caf`),
        Buffer.from([0xe9]),
        Buffer.from(`;5;1\n${tag} short;Good;7\n`),
      ]),
    );
    await expect(sheet(page).getByRole('alert').filter({ hasText: 'Line 3' })).toHaveText(
      'Line 3 has a byte that is not UTF-8, as the rest of the file is. Save the file as UTF-8, or choose its encoding.',
    );
    await expectAccessible();
    await sheet(page).getByLabel('Encoding').selectOption('Windows-1252');
    await expect(sheet(page)).toContainText('They are named in line 2.');
    await expect(sheet(page)).toContainText('Café');
    await expect(sheet(page).getByLabel('Encoding')).toHaveValue('Windows-1252');
    await expect(sheet(page).getByLabel('Separator')).toHaveValue(';');
    await sheet(page).getByLabel('Separator').selectOption('comma');
    await expect(sheet(page)).toContainText('No column holds Name');
    await sheet(page).getByLabel('Separator').selectOption('semicolon');
    await expectAccessible();
    await sheet(page).getByRole('button', { name: 'check the file' }).click();
    await expect(sheet(page).getByRole('list', { name: 'Problems' })).toHaveText(
      'line 4There are fewer values than columns; an empty value needs its separator',
    );

    await sheet(page).getByRole('button', { name: 'choose another file' }).click();
    await choose(page, Buffer.from(`Name,Description,Price,Quantity\n${tag} lamp,Good,0,3\n`));
    await sheet(page).getByRole('button', { name: 'check the file' }).click();
    await sheet(page).getByText('New lines', { exact: true }).click();
    const added = sheet(page).getByRole('list', { name: 'New lines' });
    for (const told of ['Description: Good', 'Price: ₹0', 'Quantity: 3', 'at zero']) {
      await expect(added).toContainText(told);
    }
    await expectAccessible();
    await sheet(page).getByRole('button', { name: 'import 1 item' }).click();
    const question = page.getByRole('dialog', { name: 'Import 1 line at zero?' });
    await expect(question).toContainText('Visitors would see 1 item at ₹0 or with quantity 0.');
    await question.getByRole('button', { name: 'keep looking' }).click();
    expect(await sql`select from gear where name = ${`${tag} lamp`}`).toHaveLength(0);
    await sheet(page).getByRole('button', { name: 'import 1 item' }).click();
    await question.getByRole('button', { name: 'import them' }).click();
    await expect(sheet(page)).toContainText('1 item imported');
  },
);
