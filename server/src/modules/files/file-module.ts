import type { Context, Settings } from '../../kernel/call/context.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import type { PageAnswer, PageRoute } from '../../kernel/call/page-route.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { deleteExpiredRows, findFile } from './files.queries.ts';

const ROWS_MAX = 200;
const EVERY_MS = 600_000;

/** Deletes files whose time is over; answers how many. */
export async function deleteExpiredFiles(context: Context): Promise<number> {
  return deleteExpiredRows(context.store.system, context.world.systemNow(), ROWS_MAX);
}

/** What any one node does for all. */
function fileLoops(context: Context): readonly Loop[] {
  return [
    { name: 'files.expire', everyMs: EVERY_MS, irrevocable: true, turn: () => deleteExpiredFiles(context) },
  ];
}

export const fileModule = moduleOf<Context>()({ operations: {}, loops: fileLoops });

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

/** The link to a kept file; null for none. */
export function fileUrl(token: string | null, settings: Pick<Settings, 'publicUrl'>): string | null {
  return token === null ? null : `${settings.publicUrl}/f/${token}`;
}
