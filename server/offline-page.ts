import { plainPage } from './plain-page.ts';

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
  return plainPage(
    `No connection · ${name}`,
    `<h1>No connection</h1>
<p>The back office cannot be reached. This page opens again by itself once it can.</p>
<p data-waiting></p>
<p class="quiet">Scans and photos that were not sent yet are stored on this device and are sent with the connection. Changes that are marked as not saved wait in their open tab.</p>
<p class="actions"><button type="button" class="action">Try again</button></p>`,
    SCRIPT,
  );
}
