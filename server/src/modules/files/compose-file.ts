import { createHash } from 'node:crypto';
import { makeId, idRandomBytes } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import { makeLinkToken } from '../../kernel/secrets/link-token.ts';

export type FileKind = 'photo' | 'signature';
export type FileContent = { readonly kind: FileKind; readonly mediaType: string; readonly bytes: Buffer };

/** A file as it is kept; whoever knows its token may see it. */
export type NewFile = FileContent & {
  readonly id: string;
  readonly sha256: Buffer;
  readonly token: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** How long files are kept unless something open needs them. */
export const FILE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Gives content its id, its token and its end. */
export function composeFile({ world }: Pick<Context, 'world'>, content: FileContent): NewFile {
  const createdAt = world.systemNow();
  return {
    kind: content.kind,
    mediaType: content.mediaType,
    bytes: content.bytes,
    id: makeId('file_', createdAt.getTime(), world.randomBytes(idRandomBytes)),
    sha256: createHash('sha256').update(content.bytes).digest(),
    token: makeLinkToken(world),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + FILE_DAYS * DAY_MS),
  };
}
