import { chatProvider } from '#config/chat';
import type { Site } from '#domain/settings/site.ts';
import { chatSettings } from './settings.ts';

/**
 * Shows the provider's widget: adds its script once, under the configured id, and calls its create
 * function; on later pages it only calls the function (docs/product/storefront.md).
 * @param site its settings
 * @param onFail called when the script cannot be loaded
 */
export function showProvider(scriptUrl: string, site: Site, onFail: () => void): void {
  const create = () => createWidget(site);
  if (document.getElementById(chatProvider.scriptId)) {
    create();
    return;
  }
  const script = document.createElement('script');
  script.id = chatProvider.scriptId;
  script.src = scriptUrl;
  script.async = true;
  script.addEventListener('load', create);
  script.addEventListener('error', () => {
    script.remove();
    onFail();
  });
  document.body.append(script);
}

/** Calls the create function if it exists yet; otherwise the script's load event does. */
function createWidget(site: Site): void {
  const make: unknown = Reflect.get(window, chatProvider.createFunction);
  if (typeof make === 'function') make(chatSettings(site));
}
