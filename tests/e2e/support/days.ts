/** The date in the studio's time zone, `YYYY-MM-DD`, so many days from now. */
export function studioDay(days: number): string {
  const moment = Date.now() + days * 86_400_000;
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(moment);
}
