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
.quiet { color: var(--quiet); font-size: .875rem; }
button {
  margin-top: .75rem; min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: .5rem;
  background: var(--action); color: var(--ground); font: inherit; font-weight: 500; cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
`;

/** Reads the scans that wait (`ops-scans:<user>` in localStorage), and reloads the page once the server answers. */
const SCRIPT = `
let waiting = 0;
try {
  for (const [key, value] of Object.entries(localStorage)) {
    if (key.startsWith('ops-scans:')) waiting += JSON.parse(value).length;
  }
} catch {}
if (waiting > 0) {
  const scans = waiting === 1 ? '1 scan waits' : waiting + ' scans wait';
  document.querySelector('[data-waiting]').textContent = scans + ' on this device.';
}
const look = () => fetch('/healthz', { cache: 'no-store' }).then(
  (answer) => { if (answer.ok) location.reload(); },
  () => {},
);
document.querySelector('button').addEventListener('click', () => location.reload());
addEventListener('online', look);
setInterval(look, 5000);
`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The page of the back office's app without a connection. It needs no other file. */
export function offlinePage(studioName: string): string {
  const name = studioName.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<title>No connection · ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>No connection</h1>
<p>The back office cannot be reached. This page opens again by itself once it can.</p>
<p data-waiting></p>
<p class="quiet">Scans and photos that were not sent yet are stored on this device and are sent with the connection. Changes that are marked as not saved wait in their open tab.</p>
<button type="button">Try again</button>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
