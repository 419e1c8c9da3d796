import { createHash } from 'node:crypto';
import type { App } from './app-table.ts';

type Headers = Readonly<Record<string, string>>;

type Allowed = { readonly pictures: string; readonly styles: string; readonly scripts: string };

/** Everything comes from here; a picture may also be one that was just chosen on the device, and QR codes are drawn there. */
function policyWith({ pictures, styles, scripts }: Allowed): string {
  return `default-src 'none'; script-src 'self'${scripts}; style-src 'self'${styles}; font-src 'self'; img-src 'self' blob: data:${pictures}; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}
const DEVICES = ['camera', 'microphone', 'geolocation', 'usb', 'serial'];

type Inline = { readonly styles: readonly string[]; readonly scripts: readonly string[] };

/** What stands in a page itself, as its policy names it. */
export function inlineHashesOf(html: string): Inline {
  const hashesOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return {
    styles: hashesOf(/<style>([^]*?)<\/style>/g),
    scripts: hashesOf(/<script>([^]*?)<\/script>/g),
  };
}

type PageParts = { readonly mapOrigin: string | null; readonly inline: Inline };

/** Of an app's page: strict, no more of the device than the app uses, and pictures from the one origin that maps may lie on. */
export function pageHeaders({ uses, drawsMaps }: App, { mapOrigin, inline }: PageParts): Headers {
  const used: ReadonlySet<string> = new Set(uses);
  return {
    'content-security-policy': policyWith({
      pictures: drawsMaps && mapOrigin !== null ? ` ${mapOrigin}` : '',
      styles: inline.styles.map((hash) => ` ${hash}`).join(''),
      scripts: inline.scripts.map((hash) => ` ${hash}`).join(''),
    }),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': DEVICES.map((name) => `${name}=(${used.has(name) ? 'self' : ''})`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
  };
}

export const FILE_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
/** A worker holds to the policy it comes with: it fetches what is ours. */
export const WORKER_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  'x-content-type-options': 'nosniff',
};
/** What reads bar codes is compiled for the browser's machine, and nothing but such a worker may run that. */
const COMPILING_WORKER_HEADERS: Headers = {
  ...WORKER_HEADERS,
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};

/** Of a built piece. Workers are known by their name, as the build gives it. */
export function assetHeaders(name: string): Headers {
  return /\.worker-[\w-]+\.js$/.test(name) ? COMPILING_WORKER_HEADERS : FILE_HEADERS;
}
