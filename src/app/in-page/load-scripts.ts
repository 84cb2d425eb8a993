/**
 * Loads a page's deferred scripts and style sheets when its first pictures have loaded, after `timeout` ms, or at the
 * event `tapped`. Its source is inlined into the page, so it can use nothing from outside the function.
 */
export default function loadScripts(entry: string, timeout: number, tapped: string) {
  const first = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')];
  const arrived = Promise.allSettled(first.map((picture) => picture.decode()));
  const waited = new Promise((resolve) => setTimeout(resolve, timeout));
  const needed = new Promise((resolve) => {
    addEventListener(tapped, resolve, { once: true });
    if (document.querySelector('[data-tapped]')) resolve(null);
  });
  void Promise.race([arrived, waited, needed]).then(() => {
    const deferred = document.querySelectorAll<HTMLLinkElement>(
      'link[rel=deferred]:not([as=font])',
    );
    for (const link of deferred) {
      link.rel = link.as === 'style' ? 'stylesheet' : 'modulepreload';
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.src = entry;
    document.head.append(script);
  });
}
