/** A time to wait in words, never shorter than it is: '40 seconds', '1 minute', '14 minutes'. */
export function waitText(seconds: number): string {
  const [n, unit] = seconds > 60 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}
