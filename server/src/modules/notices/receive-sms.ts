import { createHash } from 'node:crypto';
import {
  idTimeMs,
  isId,
  normaliseCode,
  normaliseJobNumber,
  type Data,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { OpenCall } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { sameBytes } from '../../kernel/secrets/vault.ts';
import { cutToSeptets, smsSeptetsMax, toGsm } from './gsm.ts';
import type { Notices } from './module.ts';
import {
  claimInboundText,
  findInboundText,
  keepInboundAnswer,
  optPhoneIn,
  optPhoneOut,
} from './phones.queries.ts';
import { fill } from './render-text.ts';
import { REPLIES, WHEREABOUTS } from './texts.ts';
import { receiveReceipt } from './queue.queries.ts';

/** The vault's purpose for what was texted back. */
/** The vault's purpose for what was answered to a text. */
export const ANSWER_SECRET = 'inbound-answer';
/** After this long without an answer whoever worked on it is taken for dead, and the text is worked on again. */
const WORK_MAX_MS = 30_000;

/** Takes in a text message and tells what to text back; each is worked on once, whatever the gateway repeats. */
export async function receiveSms(
  { body }: Input<Operations['receiveSms']>,
  call: OpenCall,
  module: Notices,
): Promise<Reply<Data<Operations['receiveSms']>>> {
  proveGateway(module, call);
  const { system } = module.store;
  const from = module.jobs.readPhone(body.from);
  // A text from a short code or a name cannot be answered.
  if (from === null) return reply({ reply: null });
  if (!(await claimInboundText(system, body.id, module.world.systemNow()))) {
    const before = await findInboundText(system, body.id);
    if (before?.answer)
      return reply({ reply: module.vault.open(before.answer, ANSWER_SECRET).toString('utf8') });
    if (before && module.world.systemNow().getTime() - before.received_at.getTime() < WORK_MAX_MS)
      throw new Failure(
        'IDEMPOTENCY_IN_PROGRESS',
        'This text message is still being worked on. Send it again in a second.',
        { retryAfterSeconds: 1 },
      );
  }
  const answer = await answerText(module, { id: body.id, from, text: body.text });
  await keepInboundAnswer(system, body.id, module.vault.seal(answer, ANSWER_SECRET));
  return reply({ reply: answer });
}

type TextIn = { readonly id: string; readonly from: string; readonly text: string };

/** Jobs that one answer tells about. */
const TOLD_MAX = 2;
const CODE_TEXT = /^D\s+(?:SHP-?)?([0-9A-Z]{4})[\s-]?([0-9A-Z]{4})\s+(\S+)$/;
const WHERE_TEXT = /^WHERE(?:\s+(?:SHP-?)?([0-9A-Z]{4})[\s-]?([0-9A-Z]{4}))?$/;

/** Does what a text asks for and says what to text back. */
async function answerText(module: Notices, { id, from, text }: TextIn): Promise<string> {
  // Phones put a point behind what is written by themselves.
  const words = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .replace(/[ .!?]+$/, '');
  if (/^(?:STOP|STOPALL|UNSUBSCRIBE)$/.test(words)) {
    await optPhoneOut(module.store.system, from, module.world.systemNow());
    return REPLIES.stopped;
  }
  if (/^(?:START|UNSTOP)$/.test(words)) {
    await optPhoneIn(module.store.system, from);
    return REPLIES.started;
  }
  const where = WHERE_TEXT.exec(words);
  if (where)
    return tellWhere(
      module,
      from,
      where[1] === undefined ? null : normaliseJobNumber(`SHP-${where[1]}-${where[2]}`),
    );
  if (/^D\b/.test(words)) return enterCode(module, { id, from, words });
  return REPLIES.help;
}

/** Only of parcels to this very phone: whoever asks for another's learns nothing. */
async function tellWhere({ jobs }: Notices, from: string, jobNumber: string | null): Promise<string> {
  const active = await jobs.activeFor(from);
  const wanted =
    jobNumber === null ? active.slice(0, TOLD_MAX) : active.filter((job) => job.jobNumber === jobNumber);
  if (wanted.length === 0) return REPLIES.no_parcel;
  return cutToSeptets(
    toGsm(
      wanted
        .map(
          (job) =>
            `${job.jobNumber} (${job.storeName.slice(0, 30)}): ${WHEREABOUTS[job.status] ?? job.status}.`,
        )
        .join(' '),
    ),
    smsSeptetsMax,
  );
}

async function enterCode(
  { jobs }: Notices,
  { id, from, words }: { readonly id: string; readonly from: string; readonly words: string },
): Promise<string> {
  const [, first, second, digits] = CODE_TEXT.exec(words) ?? [];
  const jobNumber = first === undefined ? null : normaliseJobNumber(`SHP-${first}-${second}`);
  if (jobNumber === null) return REPLIES.not_yours;
  const code = normaliseCode(digits);
  if (code === null) return REPLIES.bad_code;
  const outcome = await jobs.verifyByText({ from, jobNumber, code, textId: id });
  return fill(REPLIES[outcome.kind], {
    job: jobNumber,
    left: outcome.kind === 'wrong_code' ? String(outcome.attemptsLeft) : '',
  });
}

/** Takes in what became of a message that was handed to the gateway. */
export async function receiveSmsReceipt(
  { body }: Input<Operations['receiveSmsReceipt']>,
  call: OpenCall,
  module: Notices,
): Promise<Reply<Data<Operations['receiveSmsReceipt']>>> {
  proveGateway(module, call);
  if (!isId('ntc_', body.id)) return reply({ updated: false });
  const madeMs = idTimeMs('ntc_', body.id);
  const reason = body.status === 'failed' ? (body.reason ?? 'not_delivered') : null;
  const updated = await receiveReceipt(module.store.system, {
    created_from: new Date(madeMs),
    created_to: new Date(madeMs + 1),
    id: body.id,
    status: body.status,
    reason,
    now: module.world.systemNow(),
  });
  return reply({ updated });
}

/** Refuses whoever does not know the gateway's secret; in the same words where none is set up. */
function proveGateway({ options }: Pick<Notices, 'options'>, { bearer }: OpenCall): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (
    options.inboundSecret !== null &&
    bearer !== null &&
    sameBytes(digest(bearer), digest(options.inboundSecret))
  )
    return;
  throw new Failure(
    'UNAUTHORIZED',
    'The secret is missing or not valid. Send it as "Authorization: Bearer <secret>".',
  );
}
