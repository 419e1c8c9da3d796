import type { Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import type { SharedReply } from '../kernel/call/reply.ts';
import { encodingOf } from '../kernel/web/compress.ts';
import type { Exchange } from './admitted-request.ts';
import { varyByEncoding } from './compress-answers.ts';
import { weakTag } from './entity-tag.ts';
import type { LongAnswers } from './long-answers.ts';
import { enveloped, isKnown, JSON_TYPE } from './send-reply.ts';
import type { SharedAnswers } from './shared-answers.ts';

type Wanted = SharedReply<unknown> & {
  readonly sharedAnswers: SharedAnswers;
  readonly now: Date;
  readonly long: LongAnswers;
  readonly take: WorkStep;
};

const AT = ',"timestamp":';
const USUAL = { asKept: false, textIn: null } as const;

/** What all who ask get alike, to the byte as if it were written for each; only the moment at its end is everybody's own. */
export async function sendShared(
  exchange: Exchange,
  operation: Operation,
  { shared, sharedAnswers, now, long, take }: Wanted,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { plain, digest, packed } = await sharedAnswers.find(`${operation.id} ${shared.name}`, async () => {
    const answer = enveloped(operation, { given: { data: await shared.make() }, now });
    const whole = await inTurns(long.write(answer, USUAL), take);
    return whole.subarray(0, whole.lastIndexOf(AT));
  });
  reply.code(operation.status).type(JSON_TYPE);
  if (isKnown(exchange, weakTag(digest))) return reply.code(304).send();
  const end = Buffer.from(`${AT}${JSON.stringify(now.toISOString())}}`);
  varyByEncoding(reply);
  const encoding = encodingOf(plain, request.headers['accept-encoding']);
  if (encoding === null) return reply.send(Buffer.concat([plain, end]));
  return reply.header('content-encoding', encoding).send((await packed(encoding)).ended(end));
}
