import { expect, test } from 'vitest';
import { APPS } from './app-table.ts';
import { pageHeaders, styleHashesOf } from './headers.ts';

const picturesOf = (page: string, mapOrigin: string | null): string => {
  const app = APPS.find((one) => one.page === page);
  if (!app) throw new Error(`There is no app ${page}.`);
  return (
    /img-src ([^;]*)/.exec(
      pageHeaders(app, { mapOrigin, styleHashes: [] })['content-security-policy'] ?? '',
    )?.[1] ?? ''
  );
};

test('only the page with a map takes pictures from elsewhere, and only from the one origin that was named', () => {
  expect(picturesOf('operations', null)).toBe("'self' blob: data:");
  expect(picturesOf('operations', 'https://tiles.example.sl')).toBe(
    "'self' blob: data: https://tiles.example.sl",
  );
  for (const { page } of APPS.filter(({ drawsMaps }) => !drawsMaps))
    expect(picturesOf(page, 'https://tiles.example.sl')).toBe("'self' blob: data:");
});

test('a style that stands in a page is allowed by its hash, and no other', () => {
  // Of `echo -n 'p{margin:0}' | openssl dgst -sha256 -binary | base64`.
  const hash = "'sha256-QRQPRLGyxt3RJiKpYNjpkgHcmHU2PywsfL2e8oI0LQA='";
  const styleHashes = styleHashesOf('<head><style>p{margin:0}</style></head>');
  expect(styleHashes).toEqual([hash]);
  const [app] = APPS;
  if (!app) throw new Error('There is no app.');
  const policy = (hashes: readonly string[]) =>
    /style-src ([^;]*)/.exec(
      pageHeaders(app, { mapOrigin: null, styleHashes: hashes })['content-security-policy'] ?? '',
    )?.[1];
  expect([policy(styleHashes), policy([])]).toEqual([`'self' ${hash}`, "'self'"]);
});
