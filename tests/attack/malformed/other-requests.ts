import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dice } from '#tests/support/dice.ts';
import { encoded, hostileJson, hostileText, mangled } from './hostile-values.ts';
import { type Caller, type Draft, wrongly } from './requests.ts';

const ROUTE_TREE = join(import.meta.dirname, '../../../src/app/route-tree.gen.ts');
const OBJECT = 'catalogue/props/x.jpg';

/** Every page route in the router's syntax: `/props/$slug`. */
const PAGES = [
  ...new Set(
    [...readFileSync(ROUTE_TREE, 'utf8').matchAll(/^ {2}'(\/[^']*)': typeof/gm)].map(
      ([, path = '']) => path,
    ),
  ),
];

const PARAMETERS = [
  'q',
  'category',
  'sort',
  'color',
  'colour',
  'brand',
  'size',
  'page',
  'cursor',
  'kind',
  'price',
  'tab',
  'from',
  'edit',
  'view',
  'utm_source',
  'customer',
  'order',
  'open',
  'status',
  'min',
  'max',
];

/** Method, address and body fields. `DEMO` stands for an existing picture. */
type Endpoint = [method: string, route: string, fields: string[]];

const AUTH: Endpoint[] = [
  ['POST', '/token?grant_type=password', ['email', 'password']],
  ['POST', '/token?grant_type=refresh_token', ['refresh_token']],
  ['POST', '/token?grant_type=', ['email']],
  ['GET', '/user', []],
  ['PUT', '/user', ['email', 'password', 'current_password', 'data']],
  ['POST', '/logout?scope=', []],
  ['POST', '/signup', ['email', 'password']],
  ['GET', '/settings', []],
  ['GET', '/health', []],
  ['GET', '/admin/users?page=', []],
  ['POST', '/admin/users', ['email', 'password', 'email_confirm']],
  ['PUT', '/admin/users/', ['ban_duration']],
  ['DELETE', '/admin/users/', ['should_soft_delete']],
  ['POST', '/admin/generate_link', ['type', 'email', 'redirectTo']],
  ['POST', '/verify', ['type', 'token_hash']],
  ['POST', '/otp', ['email']],
  ['GET', '/authorize?provider=', []],
  ['GET', '/callback?code=', []],
];

const STORAGE: Endpoint[] = [
  ['GET', '/bucket', []],
  ['GET', '/bucket/catalogue', []],
  ['POST', '/bucket', ['id', 'name', 'public', 'file_size_limit', 'allowed_mime_types']],
  ['PUT', '/bucket/catalogue', ['public', 'file_size_limit']],
  ['POST', '/bucket/none/empty', []],
  ['DELETE', '/bucket/', []],
  ['GET', `/object/public/${OBJECT}?download=`, []],
  ['GET', '/object/public/', []],
  ['GET', `/object/authenticated/${OBJECT}`, []],
  ['GET', `/object/info/${OBJECT}`, []],
  ['GET', `/object/sign/${OBJECT}?token=`, []],
  ['GET', `/render/image/public/${OBJECT}?width=`, []],
  ['GET', '/render/image/public/DEMO?height=9&quality=', []],
  ['GET', '/render/image/public/DEMO?width=9&resize=', []],
  ['GET', '/object/public/DEMO?download=', []],
  ['POST', '/object/list/catalogue', ['prefix', 'limit', 'offset', 'search', 'sortBy']],
  ['POST', '/object/move', ['bucketId', 'sourceKey', 'destinationKey', 'destinationBucket']],
  ['POST', '/object/copy', ['bucketId', 'sourceKey', 'destinationKey', 'copyMetadata']],
  ['POST', '/object/sign/catalogue', ['expiresIn', 'paths']],
  ['POST', '/object/sign/DEMO', ['expiresIn', 'transform']],
  ['POST', `/object/upload/sign/${OBJECT}`, []],
  ['PUT', `/object/upload/sign/${OBJECT}?token=`, []],
  ['POST', `/object/${OBJECT}`, ['x']],
  ['PUT', '/object/catalogue/', ['x']],
  ['DELETE', '/object/catalogue', ['prefixes']],
  ['POST', '/upload/resumable', []],
];

const REALTIME: Endpoint[] = [
  ['GET', '/websocket?vsn=2.0.0&apikey=', []],
  ['POST', '/api/broadcast', ['messages']],
];

const APIS: [string, Endpoint[]][] = [
  ['auth', AUTH],
  ['auth', AUTH],
  ['storage', STORAGE],
  ['storage', STORAGE],
  ['storage', STORAGE],
  [
    'functions',
    [
      ['POST', '/', ['x']],
      ['POST', '/staff', ['action', 'id', 'email', 'role', 'name', 'code']],
    ],
  ],
  ['realtime', REALTIME],
];

/** Valid values by field, to get past the first check. */
const MEANT: Record<string, string[]> = {
  bucketId: ['"catalogue"'],
  destinationBucket: ['"catalogue"'],
  type: ['"invite"', '"recovery"'],
  action: ['"list"', '"invite"', '"link"', '"role"', '"rename"', '"disable"', '"recover"'],
  role: ['"crm_user"'],
  sourceKey: ['"DEMO"'],
  expiresIn: ['60', '315360000'],
  email: ['"owner@frameyard.example"'],
  limit: ['1', '1000'],
  paths: ['["DEMO"]'],
  sortBy: ['{"column":"name","order":"desc"}'],
};

function bodyOf(dice: Dice, fields: string[]): string {
  const chosen = fields.filter(() => dice.may(0.9));
  if (dice.may(0.1)) chosen.push(hostileText(dice));
  const value = (name: string) =>
    dice.may(0.5) ? dice.of(MEANT[name] ?? [JSON.stringify(hostileText(dice))]) : hostileJson(dice);
  return `{${chosen.map((name) => `${JSON.stringify(name)}:${value(name)}`).join(',')}}`;
}

/** An invalid form submission. */
function brokenForm(dice: Dice): { body: Buffer; type: string } {
  const head = (name: string) =>
    `Content-Disposition: form-data; name="${name}"${dice.of(['', '; filename="x.jpg"', '; filename="../../x\0.php"', "; filename*=UTF-8''%ff"])}\r\n`;
  const part = () =>
    `--b\r\n${head(dice.of(['', 'file', 'metadata', 'cacheControl', '__proto__']))}Content-Type: image/jpeg\r\n\r\n${dice.of(['\xff\xd8\xff', hostileJson(dice), ''])}\r\n`;
  const parts = dice.some(4, part).join('');
  const body = dice.of([
    () => `${parts}--b--\r\n`,
    () => parts,
    () => `${parts}--b`,
    () => '--b--\r\n',
    () => `--b\r\n${'X-Endless: header\r\n'.repeat(3000)}`,
    () =>
      `--b\r\n${head('file')}\r\n--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n--c--\r\n--b--\r\n`,
    () => mangled(`${parts}--b--\r\n`, dice),
    () => part().replaceAll('\r\n', '\n'),
  ])();
  const boundary = dice.of([
    '; boundary=b',
    '; boundary="b"',
    '',
    '; boundary=',
    `; boundary=${'b'.repeat(100)}`,
    ';boundary=b;charset=x',
  ]);
  return { body: Buffer.from(body, 'latin1'), type: `multipart/form-data${boundary}` };
}

/** A malformed request to the API except /rest/v1, anonymous or as staff. */
export function apiRequest(dice: Dice, { anonKey, token }: Caller, pictures: string[]): Draft {
  const picture = dice.of(pictures);
  const [area, list] = dice.of(APIS);
  const [usual, route, fields] = dice.of(list);
  const method = dice.may(0.92)
    ? usual
    : dice.of(['GET', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY']);
  const headers: [string, string][] = [];
  if (dice.may(0.95)) headers.push(['apikey', anonKey]);
  // why: a session that is signed out or rate-limited would be useless for the rest of the run.
  const signsOut = /logout|\/user$/.test(route) && method !== 'GET';
  if (!signsOut && dice.may(0.5)) headers.push(['authorization', `Bearer ${token}`]);
  const filled = route.replaceAll('DEMO', `catalogue/${picture}`);
  const path =
    filled + (/[=/]$/.test(route) || dice.may(0.2) ? encoded(hostileText(dice), dice) : '');
  const target = `/${area}/v1${dice.may(0.1) ? mangled(path, dice) : path}`;
  if (!/POST|PUT|PATCH|DELETE/.test(method)) return { area, method, target, headers };
  const isForm = area === 'storage' && dice.may(fields[0] === 'x' ? 0.7 : 0.05);
  const json = bodyOf(dice, fields).replaceAll('DEMO', picture);
  const { body, type } = isForm ? brokenForm(dice) : wrongly(json, dice);
  headers.push(['content-type', type]);
  return { area, method, target, headers, body };
}

/** A malformed request for a page, an asset, a picture, or a monitoring endpoint. */
export function siteRequest(dice: Dice, assets: string[]): Draft {
  const value = () => (dice.may(0.3) ? hostileJson(dice).slice(0, 3000) : hostileText(dice));
  const area = dice.of(['pages', 'pages', 'pages', 'assets', 'health']);
  const files = [
    '/pictures/about-480.webp',
    '/favicon.svg',
    '/share.jpg',
    '/assets/',
    '/pictures/',
    ...assets,
  ];
  const known =
    area === 'pages'
      ? dice.of(PAGES)
      : dice.of(area === 'assets' ? files : ['/healthz', '/readyz', '/metrics']);
  let path = known.replace(/\$\w*/, () => encoded(hostileText(dice), dice));
  if (dice.may(0.3)) {
    path = dice.of([
      () => mangled(path, dice),
      () => `/${path}`,
      () => `${path}/`,
      () => `/.${path}`,
      () => `${path}/../../../etc/passwd`,
      () => `/%2e%2e${path}`,
      () => path.replace('/', '/%2f'),
      () => path.replaceAll('/', '\\'),
      () => path.replaceAll('/', '%5c'),
      () => `/..;${path}`,
      () => path.repeat(50),
      () => `/${'a/'.repeat(2000)}`,
      () => `http://evil.example${path}`,
      () => `//evil.example${path}`,
      () => `${path};jsessionid=1`,
    ])();
  }
  const pairs = dice.some(
    4,
    () =>
      `${encoded(dice.may(0.8) ? dice.of(PARAMETERS) : value(), dice)}=${encoded(value(), dice)}`,
  );
  const method = dice.may(0.92)
    ? 'GET'
    : dice.of(['HEAD', 'POST', 'OPTIONS', 'TRACE', 'DELETE', 'QUERY']);
  const target = path + (pairs.length > 0 ? `?${pairs.join(dice.of(['&', '&', '&&', ';']))}` : '');
  const draft: Draft = { area, method, target, headers: [] };
  if (dice.may(0.95)) return draft;
  return { ...draft, body: hostileJson(dice) };
}
