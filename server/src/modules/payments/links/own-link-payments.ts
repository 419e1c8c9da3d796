import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner, Tx } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import type {
  AdmittedPayment,
  PaymentEnd,
  SubjectOwner,
  SubjectTerms,
  SubjectVerdict,
} from '../payments/payment-port.ts';
import {
  admitToLink,
  checkLinkAmount,
  checkLinkChannel,
  collectAnswers,
  withAnswers,
} from './read-link-request.ts';
import { requireLink } from './get-payment-link.ts';
import { linkFact } from './link-facts.ts';
import { linkRefusal, statusOfLink } from './link-status.ts';
import type { LinkRow } from './links.queries.ts';
import { giveUseBack, stateOfUse, takeUse, tellCompleted } from './uses.queries.ts';

/** Decides what becomes of the use that a link's payment holds, and of money that comes after its use was given to somebody else. */
export function ownLinkPayments(module: () => Payments): SubjectOwner {
  return { kind: 'payment_link', ended: (tenant, end) => endLinkPayment(module(), tenant, end), admit };
}

/** A merchant's own page asks for money at a link, by POST /payments. */
async function admit(
  runner: Runner,
  tenant: Tenant,
  { paymentId, subjectId, amountMinor, currency, channel, customer, answers, at, ...wanted }: AdmittedPayment,
): Promise<SubjectTerms> {
  const link = await requireLink(runner, { tenant, id: subjectId });
  const refusal = linkRefusal(link, at);
  if (refusal) throw refusal;
  if (link.currency !== currency)
    throw new Failure('CURRENCY_MISMATCH', `At this payment link ${link.currency} is paid.`, {
      details: { currency: link.currency },
    });
  checkLinkAmount(link, amountMinor);
  checkLinkChannel(link, channel);
  const asked = collectAnswers(link, { customer, ...answers });
  await admitToLink(runner, { tenant, linkId: link.id, paymentId, amount: amountMinor, now: at });
  return {
    description: wanted.description ?? link.title,
    returnUrl: wanted.returnUrl ?? link.redirect_url,
    metadata: withAnswers(link, { asked, beside: wanted.metadata }),
  };
}

async function endLinkPayment(module: Payments, tenant: Tenant, end: PaymentEnd): Promise<SubjectVerdict> {
  const { paymentId, subject, status, at } = end;
  if (status !== 'succeeded') {
    await giveUseBack(module.store.of(tenant), tenant, { paymentId, at });
    return 'kept';
  }
  const taken = await module.store.transaction(tenant, async (tx) => {
    const link = await takeUse(tx, tenant, { linkId: subject.id, paymentId, at });
    if (link) await announceIfCompleted(module, tx, { link, at });
    return link;
  });
  return taken || (await stateOfUse(module.store.of(tenant), tenant, paymentId)) !== 'refused'
    ? 'kept'
    : 'refund';
}

async function announceIfCompleted(
  module: Payments,
  tx: Tx,
  { link, at }: { readonly link: LinkRow; readonly at: Date },
): Promise<void> {
  if (statusOfLink(link, at) !== 'completed') return;
  const view = { settings: module.settings, now: at };
  const told = await tellCompleted(
    tx,
    { merchantId: link.merchant_id, livemode: link.livemode },
    {
      row: link,
      facts: [linkFact(link, { kind: 'payment_link.completed', sequence: link.sequence + 1, view })],
    },
  );
  if (!told) throw new Error(`The link ${link.id} was changed while its row was locked.`);
}
