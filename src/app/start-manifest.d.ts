/** TanStack Start's list of the build's assets; without style sheets in development. */
declare module 'tanstack-start-manifest:v' {
  export function tsrStartManifest(): { inlineCss?: { styles: Record<string, string> } };
}
