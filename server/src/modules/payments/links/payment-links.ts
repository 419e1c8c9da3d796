import {
  crockfordAlphabet,
  idRandomBytes,
  makeId,
  operations,
  type Input,
  type Operations,
  type Payment,
  type PaymentLink,
  type PaymentLinkType,
  type PublicPaymentLink,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { requireMatch, versionsOf } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import { keyOf, showMode } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';
import { linkNotFound, requireLink } from './get-payment-link.ts';
import { linkFact } from './link-facts.ts';
import {
  changeLink,
  findLinkNamed,
  insertLink,
  linkList,
  type LinkRow,
  type LinkTerms,
} from './links.queries.ts';
import { presentLink, presentPublicLink, replyLink } from './present-link.ts';
import { NO_COLLECT, readTerms } from './read-terms.ts';
import { startLinkPayment } from './start-link-payment.ts';

/** Lists a merchant's payment links, newest first unless sorted otherwise. */
export async function listPaymentLinks(
  { query }: Input<Operations['listPaymentLinks']>,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly PaymentLink[]>> {
  const { tenant, now } = call;
  const { rows, meta } = await linkList.find(store.reads(tenant), { call, query, given: { now } });
  return reply(
    rows.map((row) => presentLink(row, { settings, now })),
    { meta },
  );
}

/** Reads a link of the key's merchant as its payers see it. */
export async function getPublicPaymentLink(
  { params }: Input<Operations['getPublicPaymentLink']>,
  { tenant, now }: Call,
  module: Payments,
): Promise<Reply<PublicPaymentLink>> {
  const row = await findLinkNamed(module.store.of(tenant), tenant, params.slug);
  if (!row || row.livemode !== tenant.livemode) throw linkNotFound(params.slug);
  return reply(presentPublicLink(row, { settings: module.settings, now, merchantName: row.merchant_name }));
}

/** Changes what a payment link says, for those who pay from now on. */
export async function updatePaymentLink(
  { params, body }: Input<Operations['updatePaymentLink']>,
  call: Call,
  module: Payments,
): Promise<Reply<PaymentLink>> {
  return changePaymentLink({ module, call, runner: module.store.of(call.tenant) }, params.id, (row) => {
    requireMatch(versionsOf(call.ifMatch), { version: row.version, what: `The payment link ${row.id}` });
    refuseReadOnly(
      operations.updatePaymentLink.readOnly,
      body,
      presentLink(row, { settings: module.settings, now: call.now }),
    );
    const terms = readTerms({
      body,
      before: row,
      type: row.type,
      currency: row.currency,
      call,
      updatedAt: call.now,
    });
    if (terms.max_uses !== null && terms.max_uses < row.uses + row.in_flight)
      throw tooFewUses(row.uses, row.in_flight);
    return changesNothing(terms, row) ? null : terms;
  }).catch((error: unknown) => {
    // Somebody began to pay in between.
    throw constraintOf(error) === 'payment_links_not_overused' ? tooFewUses(null, null) : error;
  });
}

function tooFewUses(uses: number | null, inFlight: number | null): Error {
  const gone =
    uses === null || inFlight === null
      ? 'are used or under way'
      : `are used (${uses}) and under way (${inFlight})`;
  return invalid({ path: 'max_uses', message: `must not be fewer than ${gone}` });
}

/** Begins to pay at a link of the key's merchant. */
export function payPaymentLink(
  { params, body }: Input<Operations['payPaymentLink']>,
  { tenant, now, idempotency }: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  return startLinkPayment(module, { slug: params.slug, given: body, now, idempotency, tenant });
}

/** Switches a payment link on; one that is on is answered as it is. */
export function activatePaymentLink(
  { params }: Input<Operations['activatePaymentLink']>,
  call: Call,
  module: Payments,
): Promise<Reply<PaymentLink>> {
  return switchLink(module, call, { id: params.id, active: true });
}

/** Switches a payment link off; one that is off is answered as it is. */
export function deactivatePaymentLink(
  { params }: Input<Operations['deactivatePaymentLink']>,
  call: Call,
  module: Payments,
): Promise<Reply<PaymentLink>> {
  return switchLink(module, call, { id: params.id, active: false });
}

async function switchLink(
  module: Payments,
  call: Call,
  { id, active }: { readonly id: string; readonly active: boolean },
): Promise<Reply<PaymentLink>> {
  return effect<PaymentLink>(module, call, {
    work: (runner) =>
      changePaymentLink({ module, call, runner }, id, (row) =>
        row.active === active ? null : { ...row, active, updated_at: call.now },
      ),
  });
}

/** What a link is to say; null where it says so already. */
type DecideLink = (row: LinkRow) => LinkTerms | null;

/** Reads the link, lets `decide` judge it, and writes its decision if nobody was faster; else reads and decides again. */
async function changePaymentLink(
  { module, call, runner }: { readonly module: Payments; readonly call: Call; readonly runner: Runner },
  id: string,
  decide: DecideLink,
): Promise<Reply<PaymentLink>> {
  const key = { tenant: call.tenant, id };
  const view = { settings: module.settings, now: call.now };
  const link = { key, tooMany: 'requests change this payment link', read: () => requireLink(runner, key) };
  return change(link, async (row) => {
    const terms = decide(row);
    if (terms === null) return replyLink(row, view);
    const after = { ...row, ...terms };
    const expiryTold = row.expiry_told && terms.expires_at?.getTime() === row.expires_at?.getTime();
    const changed = await changeLink(runner, key, {
      version: row.version,
      terms,
      expiryTold,
      facts: [linkFact(after, { kind: 'payment_link.updated', sequence: row.sequence + 1, view })],
    });
    return changed && replyLink(changed, view);
  });
}

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
