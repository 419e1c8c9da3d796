import { expect, test } from 'vitest';
import { APPS } from './app-table.ts';
import { inlineHashesOf, pageHeaders } from './open-apps.ts';

const picturesOf = (page: string, mapOrigin: string | null): string => {
  const app = APPS.find((one) => one.page === page);
  if (!app) throw new Error(`There is no app ${page}.`);
  return (
    /img-src ([^;]*)/.exec(
      pageHeaders(app, { mapOrigin, inline: { styles: [], scripts: [] } })['content-security-policy'] ?? '',
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

test.each([
  // Of `echo -n 'p{margin:0}' | openssl dgst -sha256 -binary | base64`, and so on.
  ['style', 'p{margin:0}', "'sha256-QRQPRLGyxt3RJiKpYNjpkgHcmHU2PywsfL2e8oI0LQA='"],
  ['script', 'let a=1', "'sha256-+Q3dsIT3kYyYXlBldxY4Baal1kEoF6cDrlPvZn4iLYs='"],
])('a %s that stands in a page is allowed by its hash, and no other', (kind, text, hash) => {
  const page = inlineHashesOf(
    `<head><${kind}>${text}</${kind}><script type="module" src="/a.js"></script></head>`,
  );
  const [app] = APPS;
  if (!app) throw new Error('There is no app.');
  const policy = (inline: typeof page) =>
    new RegExp(`${kind}-src ([^;]*)`).exec(
      pageHeaders(app, { mapOrigin: null, inline })['content-security-policy'] ?? '',
    )?.[1];
  expect([policy(page), policy({ styles: [], scripts: [] })]).toEqual([`'self' ${hash}`, "'self'"]);
});
