import { expect, test } from 'vitest';
import { APPS } from './app-table.ts';
import { pageHeaders } from './headers.ts';

const picturesOf = (page: string, mapOrigin: string | null): string => {
  const app = APPS.find((one) => one.page === page);
  if (!app) throw new Error(`There is no app ${page}.`);
  return /img-src ([^;]*)/.exec(pageHeaders(app, mapOrigin)['content-security-policy'] ?? '')?.[1] ?? '';
};

test('only the page with a map takes pictures from elsewhere, and only from the one origin that was named', () => {
  expect(picturesOf('operations', null)).toBe("'self' blob: data:");
  expect(picturesOf('operations', 'https://tiles.example.sl')).toBe(
    "'self' blob: data: https://tiles.example.sl",
  );
  for (const { page } of APPS.filter(({ drawsMaps }) => !drawsMaps))
    expect(picturesOf(page, 'https://tiles.example.sl')).toBe("'self' blob: data:");
});
