import { accentUsed, type AccentColours } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';
import type { PageRoute } from '../kernel/call/page-route.ts';

/** Where the colours stand that come of an accent: the pages' policy lets no style stand in them. */
export function accentPath(accent: string): string {
  return `/accent/${accent.slice(1)}.css`;
}

/** The colours of any accent, for ever the same. */
export const accentRoute: PageRoute = {
  method: 'GET',
  path: '/accent/:file',
  handle: async ({ params }) => {
    const [, accent] = /^([0-9a-f]{6})\.css$/.exec(params['file'] ?? '') ?? [];
    if (accent === undefined) throw new Failure('NOT_FOUND', 'No colours stand here.');
    return {
      status: 200,
      type: 'text/css; charset=utf-8',
      body: stylesOf(`#${accent}`),
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    };
  },
};

function stylesOf(accent: string): string {
  const { light, dark } = accentUsed(accent);
  return `:root{${declarations(light)}}@media (prefers-color-scheme:dark){:root{${declarations(dark)}}}`;
}

function declarations(colours: AccentColours): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--ct-${name.replaceAll('_', '-')}:${colour}`)
    .join(';');
}
