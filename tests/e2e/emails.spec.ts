import { join } from 'node:path';
import type { renderMail } from '#app/render-mail.ts';
import { TEMPLATES } from '#domain/messages/templates.ts';
import { expect, test } from './support/test.ts';

type RenderMail = (...message: Parameters<typeof renderMail>) => Promise<{ html: string }>;

const BUILT = join(import.meta.dirname, '../../dist/server/server.js');

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every e-mail is readable at 320 and 600 pixels, ${colorScheme} @long @desktop`, async ({
    page,
    expectAccessible,
  }) => {
    // why the cast: the built app has no types.
    const built = (await import(BUILT)) as { default: { renderMail: RenderMail } };
    await page.emulateMedia({ colorScheme });
    for (const template of TEMPLATES) {
      const { html } = await built.default.renderMail(
        {
          id: '',
          lease: '',
          attempt: 1,
          message_id: '<a@b>',
          thread: null,
          template: 'test',
          audience: 'person',
          to: null,
          settings: {},
          texts: { text: `{studio} ${'longword'.repeat(30)}` },
          sample_of: template,
          content: {
            customer: null,
            rental: null,
            document: null,
            payment: null,
            answer: null,
            words: null,
            overdue: null,
            path: null,
          },
        },
        {},
        'https://rent.frameyard.test',
      );
      for (const width of [320, 600]) {
        await page.setViewportSize({ width, height: 800 });
        await page.setContent(html);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over, `${template} at ${width}`).toBe(0);
      }
      await expectAccessible();
    }
    const ground = colorScheme === 'dark' ? 'rgb(27, 25, 23)' : 'rgb(250, 248, 244)';
    await expect(page.locator('body')).toHaveCSS('background-color', ground);
  });
}
