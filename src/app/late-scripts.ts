const PRELOAD = '<link rel="modulepreload"';
const ENTRY = /<script type="module" async="" src="([^"]+)"><\/script>/;

/** Longest wait for a picture: then the page becomes interactive without it. */
const PATIENCE_MS = 2000;

/**
 * Holds a page's scripts back until the pictures of its first view are there. Everything stands in
 * the HTML already, so the scripts can only take the line from what the visitor came to see:
 * HTTP/1.1 has no priorities between answers.
 * @param html a page as TanStack Start renders it; one without an entry script stays as it is
 */
export function holdScripts(html: string): string {
  return html
    .replaceAll(PRELOAD, '<link rel="late"')
    .replace(
      ENTRY,
      (_, entry: string) =>
        `<script>(${startScripts.toString()})("${entry}",${PATIENCE_MS})</script>`,
    );
}

/** Runs in the page, as text: nothing from outside of it is at hand. */
function startScripts(entry: string, patience: number) {
  const first = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')];
  const arrived = Promise.allSettled(first.map((picture) => picture.decode()));
  const waited = new Promise((resolve) => setTimeout(resolve, patience));
  void Promise.race([arrived, waited]).then(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late]')) {
      link.rel = 'modulepreload';
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.src = entry;
    document.head.append(script);
  });
}
