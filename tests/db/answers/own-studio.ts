import { expect, it } from 'vitest';
import { demoStudioQuery, startOwnStudio } from '#data/settings/own-studio.ts';
import type { StudioDay } from './studio-day.ts';

/** The demo data, and its removal. */
export function ownStudioAnswers(studio: StudioDay): void {
  it('the demo data: counted, with a backup, and gone', async () => {
    const { staff, queries, gateway } = studio;
    await gateway.db.owner`update private.demo_studio set backup_at = now() - interval '2 hours',
      backup_file = '/data/backups/1.tar.gz', backup_bytes = 1`;
    const demo = await queries.fetchQuery(demoStudioQuery(staff, true));
    expect(demo?.records.find(({ what }) => what === 'items')?.newest).not.toEqual([]);
    const late = startOwnStudio(staff, demo!.counted_at, false);
    await expect(late).rejects.toThrow('There is no backup of the last hour. Make one first.');
    await startOwnStudio(staff, demo!.counted_at, true);
    expect(await queries.fetchQuery(demoStudioQuery(staff, false))).toBeNull();
  });
}
