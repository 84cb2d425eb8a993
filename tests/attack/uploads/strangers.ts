import { latin } from '#tests/support/hostile-pictures.ts';
import { FORMATS, type HostileFile, MARKER, PAYLOADS } from './payloads.ts';

/** SVG files, with their own type and with others. */
export function drawings(): HostileFile[] {
  const svg = (inside: string, before = '') =>
    latin(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`,
    );
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('');
  const all: [string, Buffer][] = [
    ['a script', svg(`<script>${MARKER}</script>`)],
    [
      'a foreign object',
      svg(
        `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:${MARKER}"/></body></foreignObject>`,
      ),
    ],
    [
      'an external entity',
      svg('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    ['a file of the machine', svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>')],
    ['a picture from elsewhere', svg(`<image xlink:href="http://127.0.0.1:1/${MARKER}"/>`)],
    [
      'a billion laughs',
      svg('<text>&l9;</text>', `<!DOCTYPE svg [<!ENTITY l0 "${MARKER}">${laughs}]>`),
    ],
  ];
  return all.flatMap(([what, bytes]) =>
    ['svg+xml', 'svg+xml; charset=utf-8', ...FORMATS].map((as) => ({
      what: `SVG with ${what}, as ${as}`,
      bytes,
      type: `image/${as}`,
    })),
  );
}

const OTHERS: [what: string, bytes: Buffer, type: string][] = [
  ['BMP', latin('BM', '\0'.repeat(60), MARKER), 'image/bmp'],
  ['icon', latin('\0\0\x01\0\x01\0', '\0'.repeat(60), MARKER), 'image/x-icon'],
  ['HEIC', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic', MARKER), 'image/heic'],
  ['JPEG XL', latin('\0\0\0\x0cJXL \r\n\x87\n', MARKER), 'image/jxl'],
  ['JPEG 2000', latin('\0\0\0\x0cjP  \r\n\x87\n', MARKER), 'image/jp2'],
  ['Photoshop', latin('8BPS\0\x01', '\0'.repeat(40), MARKER), 'image/vnd.adobe.photoshop'],
  ['EPS', latin(`%!PS-Adobe-3.0 EPSF-3.0\n(${MARKER}) run`), 'application/postscript'],
  [
    'MVG',
    latin(
      `push graphic-context\nimage over 0,0 0,0 'https://x"|ls "-${MARKER}'\npop graphic-context`,
    ),
    'image/x-mvg',
  ],
  [
    'MSL',
    latin(
      `<?xml version="1.0"?><image><read filename="/etc/passwd"/><write filename="${MARKER}"/></image>`,
    ),
    'image/x-msl',
  ],
  ['playlist', latin(`#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd?${MARKER}`), 'application/x-mpegurl'],
  ['film', latin('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', MARKER), 'video/mp4'],
  ['Matroska', latin('\x1aE\xdf\xa3', MARKER), 'video/x-matroska'],
  ['WebAssembly', latin('\0asm\x01\0\0\0', MARKER), 'application/wasm'],
  ['program for Linux', latin('\x7fELF\x02\x01\x01', '\0'.repeat(60), MARKER), 'application/x-elf'],
  ['Java class', latin('\xca\xfe\xba\xbe\0\0\0\x34', MARKER), 'application/java-vm'],
  ['7z', latin("7z\xbc\xaf'\x1c", MARKER), 'application/x-7z-compressed'],
  ['Word', latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', MARKER), 'application/msword'],
  ['OpenEXR', latin('v/1\x01', MARKER), 'image/x-exr'],
  ['NIfTI', latin('\x5c\x01\0\0', '\0'.repeat(340), 'n+1\0', MARKER), 'application/x-nifti'],
  ['CSV of points', latin(`1,2,3\n4,5,6\n${MARKER}`), 'text/csv'],
  ['PPM', latin(`P6 1 1 255\n${MARKER}`), 'image/x-portable-pixmap'],
  ['Radiance', latin(`#?RADIANCE\n${MARKER}\n`), 'image/vnd.radiance'],
];

/** Files that are not an accepted picture, under their own type and a picture's. */
export const strangers = (): HostileFile[] => [
  ...OTHERS.flatMap(([what, bytes, type]) => [
    { what: `${what}, as itself`, bytes, type },
    { what: `${what}, as JPEG`, bytes, type: 'image/jpeg' },
    { what: `${what}, as AVIF`, bytes, type: 'image/avif' },
  ]),
  ...Object.entries(PAYLOADS).map(([kind, bytes]) => ({
    what: `${kind}, as PNG`,
    bytes,
    type: 'image/png',
  })),
];
