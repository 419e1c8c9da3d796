import {
  crockfordAlphabet,
  idRandomBytes,
  makeId,
  operations,
  type Input,
  type Operations,
  type PaymentLink,
  type PaymentLinkType,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { Payments } from '../module.ts';
import { linkFact } from './link-facts.ts';
import { insertLink, type LinkRow, type LinkTerms } from './links.queries.ts';
import { replyLink } from './reply-link.ts';
import { NO_COLLECT, readTerms } from './read-terms.ts';

/** 130 random bits: nobody guesses the link of somebody else. */
const SLUG_CHARACTERS = 26;

/** Makes a page at which people pay. */
export async function createPaymentLink(
  { body }: Input<Operations['createPaymentLink']>,
  call: Call,
  module: Payments,
): Promise<Reply<PaymentLink>> {
  refuseReadOnly(operations.createPaymentLink.readOnly, body, showMode(call.tenant.livemode));
  const row = composeLink(body, call, module);
  const view = { settings: module.settings, now: call.now };
  return effect<PaymentLink>(module, call, {
    single: true,
    work: async (runner) => {
      const made = await insertLink(runner, call.tenant, {
        link: row,
        facts: [linkFact(row, { kind: 'payment_link.created', sequence: row.sequence, view })],
      });
      if (!made)
        throw new Failure(
          'SLUG_TAKEN',
          `Another payment link has the slug ${row.slug}. Choose another, or send none.`,
        );
      return replyLink(made, view);
    },
  });
}

const FRESH: LinkTerms = Object.freeze({
  active: true,
  amount: null,
  min_amount: null,
  max_amount: null,
  suggested_amounts: [],
  title: '',
  description: null,
  image_url: null,
  channels: null,
  max_uses: null,
  expires_at: null,
  collect: NO_COLLECT,
  custom_fields: [],
  redirect_url: null,
  success_message: null,
  inactive_message: null,
  metadata: {},
  updated_at: new Date(0),
});

function composeLink(
  body: Input<Operations['createPaymentLink']>['body'],
  call: Call,
  { world }: Payments,
): LinkRow {
  const type: PaymentLinkType = body.type ?? 'fixed';
  const currency = body.currency ?? call.caller.merchant.currency;
  const slug =
    body.slug ??
    Array.from(world.randomBytes(SLUG_CHARACTERS), (byte) => crockfordAlphabet.charAt(byte & 31))
      .join('')
      .toLowerCase();
  return {
    ...keyOf(call.tenant),
    id: makeId('plink_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    slug,
    type,
    currency,
    created_at: call.now,
    version: 1,
    sequence: 1,
    uses: 0,
    in_flight: 0,
    total_collected: 0n,
    expiry_told: false,
    ...readTerms({
      body,
      before: { ...FRESH, title: call.caller.merchant.storeName },
      type,
      currency,
      call,
      updatedAt: call.now,
    }),
  };
}
