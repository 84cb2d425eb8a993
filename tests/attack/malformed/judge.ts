import type { Heard } from './ask.ts';
import type { Probe } from './requests.ts';

/** Patterns of internal details: stack traces, local paths, SQL, driver messages. */
const LEAKS =
  /node_modules|\n\s+at (?:async )?[\w.<>]+ \(|(?:^|[\s"'(:])\/(?:tmp|work|home|root|var|usr|opt)\/\w|\.[cm]?ts:\d+|\binsert into "|\bjson_to_record|\bset_config\(|PostgresError|ECONNREFUSED|\bPL\/pgSQL function|\bat character \d/;

const isJson = (text: string) => /\r\ncontent-type: application\/json/i.test(text);

function wordsOf(body: string): string {
  try {
    const { message, error } = JSON.parse(body) as { message?: string; error?: string };
    return message ?? error ?? '';
  } catch {
    return '';
  }
}

/** The fault in the site's reaction to a request, or null. */
export function faultOf({ area, bytes, ends, isAlone }: Probe, heard: Heard): string | null {
  const { end, statuses, text } = heard;
  const failed = statuses.find((code) => code >= 500);
  if (failed) return `status ${failed}`;
  const leak = LEAKS.exec(text)?.[0];
  if (leak) return `tells of its insides: ${JSON.stringify(leak)}`;
  if (isAlone && statuses.length > 1) return 'took a second request out of one';
  if (end === 'late') return 'neither answered nor closed';
  if (ends !== 'answered' || area === 'raw') return null;
  // why: a client that is refused while sending may see a broken connection before the response.
  if (statuses.length === 0) return end === 'broken' && bytes.length > 10_000 ? null : 'no answer';
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const refusesAsJson = (statuses[0] ?? 0) >= 400 && isJson(head) && body !== '';
  // why: chunk sizes would split the text; refusals are rarely chunked.
  if (refusesAsJson && !/transfer-encoding/i.test(head) && wordsOf(body).length < 5) {
    return 'refuses without a word';
  }
  return null;
}
