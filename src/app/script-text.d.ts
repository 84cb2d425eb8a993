/** The text of the function that a file exports by default (scripts/script-text.ts). */
declare module '*?script' {
  const text: string;
  export default text;
}
