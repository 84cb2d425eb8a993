import type { MessageParts } from './message-parts.ts';

/** The text part of an e-mail, with all that its HTML says. */
export function textPart(parts: MessageParts): string {
  const { greeting, paragraphs, words, facts, button, isButtonFirst, studio, footer, reason } =
    parts;
  const table = facts.map(({ label, lines }) => factText(label, lines)).join('\n');
  const link = button === null ? null : `${button.words}:\n${button.address}`;
  const blocks = [
    greeting,
    ...paragraphs,
    words === null
      ? null
      : words
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n'),
    ...(isButtonFirst ? [link, table] : [table, link]),
    // why the space: mail programs take the lines below "-- " for a signature.
    ['-- ', studio, ...footer].join('\n'),
    reason,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const factText = (label: string, lines: readonly string[]) =>
  lines.length === 1
    ? `${label}: ${lines[0]}`
    : [`${label}:`, ...lines.map((line) => `  ${line}`)].join('\n');
