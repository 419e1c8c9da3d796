import type { Context } from '../../kernel/call/context.ts';
import type { PageAnswer, PageRoute } from '../../kernel/call/page-route.ts';
import { findFile } from './files.queries.ts';

const TOKEN = /^[\w-]{22}$/;
const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' };

/** The links under which kept files are seen. */
export function fileRoutes(context: Context): readonly PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/f/:token',
      handle: ({ params, now }) => serveFile(context, params['token'] ?? '', now),
    },
  ];
}

async function serveFile({ store }: Context, token: string, now: Date): Promise<PageAnswer> {
  const file = TOKEN.test(token) ? await findFile(store.system, token, now) : undefined;
  if (!file)
    return {
      status: 404,
      type: 'text/plain; charset=utf-8',
      body: 'There is no such file, or its time is over.\n',
    };
  return {
    status: 200,
    type: file.media_type,
    body: file.bytes,
    headers: {
      'content-disposition': `inline; filename="${file.kind}-${file.id.slice(-8)}.${EXTENSIONS[file.media_type] ?? 'bin'}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  };
}
