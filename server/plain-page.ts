import { scriptlessPolicy } from './html.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #f8f9fb; --ink: #1c2430; --quiet: #5a6472; --action: #00736e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181e; --ink: #eceff3; --quiet: #a3adba; --action: #4fb8b1; }
}
body {
  margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem;
  background: var(--ground); color: var(--ink); font: 1rem/1.5 Inter, system-ui, sans-serif;
}
main { max-width: 26rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; }
a { color: var(--action); }
.quiet { color: var(--quiet); font-size: .875rem; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.25rem; margin-top: 1.5rem; }
.action {
  box-sizing: border-box; min-height: 2.75rem; padding: .625rem 1.25rem; border: 0; border-radius: .5rem;
  background: var(--action); color: var(--ground); font: inherit; font-weight: 500; text-decoration: none;
  cursor: pointer;
}
.action:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
`;

/** A page that needs no other file: for when the app cannot make one. All texts are HTML. */
export const plainPage = (title: string, main: string, script = ''): string => `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
${script && `<script>${script}</script>\n`}</body>
</html>
`;

/**
 * A page in place of one that cannot be shown, with a way to try again and a way home.
 * @param path of the page that was asked for
 */
export function sorryPage(title: string, text: string, path: string): string {
  const [home, name] = /^\/ops(\/|$)/.test(path)
    ? ['/ops', 'Open the back office']
    : ['/', 'Return to Home'];
  return plainPage(
    title,
    `<h1>${title}</h1>
<p>${text}</p>
<p class="actions"><a class="action" href="">Reload</a> <a href="${home}">${name}</a></p>`,
  );
}

/** Headers of a page without scripts that is not stored. */
export const sorryHeaders = (page: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': scriptlessPolicy(page, { backend: null }),
  'cache-control': 'no-store',
});
