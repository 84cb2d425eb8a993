/** A text of several lines, each as a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // oxlint-disable-next-line react/no-array-index-key -- why: two lines may be equal, and lines hold no state.
  return lines.map((line, at) => <p key={at}>{line}</p>);
}
