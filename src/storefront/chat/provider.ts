import { chatProvider } from '#config';
import { CHAT_SETTINGS } from './settings.ts';

/**
 * Shows the provider's widget: adds its script once, under the configured id, and calls its create
 * function; on later pages it only calls the function (docs/product/storefront.md).
 * @param onFail called when the script cannot be loaded
 */
export function showProvider(scriptUrl: string, onFail: () => void): void {
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
function create(): void {
  const make: unknown = Reflect.get(window, chatProvider.createFunction);
  if (typeof make === 'function') make(CHAT_SETTINGS);
}
