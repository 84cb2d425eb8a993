/**
 * A provider's chat widget in place of the built-in chat. why no setting on a screen: its script runs on every page, so
 * who operates the site selects it.
 */
export const chatProvider = {
  /** Address of the script; null for the built-in chat. `CHAT_SCRIPT_URL` overrides it. */
  scriptUrl: null as string | null,
  /** Id of the script element, so that it is added only once. */
  scriptId: 'studio-chat-script',
  /** Global function of the script that creates its widget. */
  createFunction: 'CreateWhatsappChatWidget',
  /** Other origins that the provider loads from or connects to. */
  origins: [] as string[],
  /** Whether the widget writes `<style>` elements, which the policy otherwise forbids. */
  writesStyles: true,
};
