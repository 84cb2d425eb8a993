import { studio } from '#config';
import { CHAT_SETTINGS } from './settings.ts';

/**
 * Shows the provider's widget: adds its script by the fixed id once, and calls its create function;
 * where the script is there already only the call is repeated (spec, public side §4).
 * @param onFail the script could not be loaded
 */
export function showProvider(scriptUrl: string, onFail: () => void): void {
  if (document.getElementById(studio.chat.scriptId)) {
    create();
    return;
  }
  const script = document.createElement('script');
  script.id = studio.chat.scriptId;
  script.src = scriptUrl;
  script.async = true;
  script.addEventListener('load', create);
  script.addEventListener('error', () => {
    script.remove();
    onFail();
  });
  document.body.append(script);
}

/** Calls the create function; one that is not there yet is called when its script has loaded. */
function create(): void {
  const make: unknown = Reflect.get(window, studio.chat.createFunction);
  if (typeof make === 'function') make(CHAT_SETTINGS);
}
