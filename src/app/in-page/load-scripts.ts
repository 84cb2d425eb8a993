/**
 * Loads a page's scripts when its first pictures are there, after `patience` ms, or at the event
 * `tapped`. Runs in the page, as text: nothing from outside of it is at hand.
 */
export default function loadScripts(entry: string, patience: number, tapped: string) {
  const first = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')];
  const arrived = Promise.allSettled(first.map((picture) => picture.decode()));
  const waited = new Promise((resolve) => setTimeout(resolve, patience));
  const needed = new Promise((resolve) => {
    addEventListener(tapped, resolve, { once: true });
    if (document.querySelector('[data-tapped]')) resolve(null);
  });
  void Promise.race([arrived, waited, needed]).then(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=deferred]')) {
      link.rel = 'modulepreload';
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.src = entry;
    document.head.append(script);
  });
}
