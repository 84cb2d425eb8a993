import type { SiteSettings } from '#domain/settings/site.ts';

/** The configuration that the server writes into each page. */
export interface PublicConfig {
  /** The backend's address; null when it answers on the page's own origin. */
  url: string | null;
  anonKey: string;
  /** Script of the chat provider; null without one. */
  chatScriptUrl: string | null;
  /** Site-wide settings that differ from their defaults, by group; absent for none. */
  settings?: SiteSettings;
  /** Secret of the preview link that the page was opened with: its drafts replace published values. */
  preview?: string;
}

/** Address and key of the backend, for the server or the browser. */
export interface Backend {
  config: PublicConfig;
  /** Base URL of the backend as seen from here, without a trailing slash. */
  origin: string;
  /** On the server: a fetch that stays inside the process and carries the visitor's address. */
  fetch?: typeof globalThis.fetch;
  /** On the server: called when an answer has a wrong shape, so that its page counts as failed. */
  onWrongShape?: () => void;
}
