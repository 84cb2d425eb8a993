/** A waiting time in words, rounded up: '40 seconds', '2 minutes', '14 minutes'. */
export function waitText(seconds: number): string {
  const [n, unit] = seconds > 60 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}
