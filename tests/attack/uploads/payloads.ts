import { latin } from '#tests/support/hostile-pictures.ts';

/** A marker in everything that must never be served. */
export const MARKER = 'evil-payload-7f3a';

/** A file that must be refused, or stored without its payload. */
export interface HostileFile {
  what: string;
  bytes: Buffer;
  /** The content type that it is sent as. */
  type: string;
  /** It is much more expensive to decode than to send. */
  isBomb?: boolean;
}

/** Types that the bucket accepts. */
export const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
export type Format = (typeof FORMATS)[number];
/** Payloads that would do harm when executed or opened. */
export const PAYLOADS: Record<string, Buffer> = {
  script: latin(`/*${MARKER}*/=1;alert(1)//`),
  HTML: latin(`<!doctype html><script>alert("${MARKER}")</script>`),
  PHP: latin(`<?php system($_GET["${MARKER}"]); ?>`),
  shell: latin(`\n#!/bin/sh\necho ${MARKER}\n`),
  SVG: latin(`<svg xmlns="http://www.w3.org/2000/svg"><script>${MARKER}</script></svg>`),
  PDF: latin(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${MARKER})>>>>endobj\n%%EOF`),
  ZIP: latin('PK\x03\x04', '\0'.repeat(26), MARKER, 'PK\x05\x06', '\0'.repeat(18)),
  program: latin('MZ', '\0'.repeat(58), `PE\0\0${MARKER}`),
};
