/** The date in the studio's time zone, `YYYY-MM-DD`, so many days from now. */
export function studioDay(days: number): string {
  const moment = Date.now() + days * 86_400_000 + 5.5 * 3_600_000;
  return new Date(moment).toISOString().slice(0, 10);
}
