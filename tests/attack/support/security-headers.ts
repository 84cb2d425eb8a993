import type { Answer } from './ask.ts';

/** Differences of some responses. */
interface Exceptions {
  /** Labels are read with the camera, by WebAssembly. */
  mayUseCamera?: boolean;
  /** A preview: pages of the site show it in a frame, and its address is a secret. */
  isPreview?: boolean;
}

/** Problems with the headers of a response. */
export function wrongWith(
  headers: Answer['headers'],
  isTls: boolean,
  { mayUseCamera = false, isPreview = false }: Exceptions = {},
): string[] {
  const of = (name: string) => String(headers[name] ?? '');
  const policy = of('content-security-policy');
  const ought: Record<string, boolean> = {
    'closed policy':
      [
        `frame-ancestors ${isPreview ? "'self'" : "'none'"}`,
        "base-uri 'none'",
        "object-src 'none'",
        'form-action',
      ].every((part) => policy.split('; ').some((directive) => directive.startsWith(part))) &&
      policy.split('frame-ancestors').length === 2 &&
      /default-src '(none|self)'/.test(policy),
    'scripts by hash or none': !/unsafe-eval|script-src[^;]*unsafe|default-src[^;]*unsafe/.test(
      mayUseCamera ? policy.replace("script-src 'self' 'wasm-unsafe-eval'", '') : policy,
    ),
    nosniff: of('x-content-type-options') === 'nosniff',
    'no frames': of('x-frame-options') === (isPreview ? 'SAMEORIGIN' : 'DENY'),
    referrer:
      of('referrer-policy') === (isPreview ? 'no-referrer' : 'strict-origin-when-cross-origin'),
    permissions: (mayUseCamera
      ? /camera=\(self\).*geolocation=\(\)/
      : /camera=\(\).*geolocation=\(\)/
    ).test(of('permissions-policy')),
    'TLS alone':
      of('strict-transport-security') === (isTls ? 'max-age=31536000; includeSubDomains' : ''),
    'no banner': ['server', 'x-powered-by', 'via', 'x-aspnet-version'].every(
      (name) => !headers[name],
    ),
    'no cookie': !headers['set-cookie'],
    'each once': !Object.values(headers).some((value) =>
      /nosniff, nosniff|DENY, DENY/.test(String(value)),
    ),
  };
  return Object.keys(ought).filter((what) => !ought[what]);
}
