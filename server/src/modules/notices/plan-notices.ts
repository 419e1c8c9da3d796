import {
  formatTime,
  type DeliveryStatus,
  type ReceiptSent,
  type RecipientNoticeKind,
} from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { Planner, TakenFact } from '../../outbox/index.ts';
import type { Tx } from '../../store/index.ts';
import type { Channels } from './channels/open-channels.ts';
import { composeBatch, type PlannedNotice } from './compose-batch.ts';
import { toCourier, toMerchant, toRecipient } from './compose-notice.ts';
import type { InvoicePort, TicketPort } from './document-ports.ts';
import type { Courier, NoticedJob, DeliveryPort } from './delivery-port.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { insertNotices } from './notices.queries.ts';
import { isAboutLetters, planInvoiceNotices } from './plan-invoice-notices.ts';
import { planReceipts } from './plan-receipts.ts';
import { isAboutTickets, planTicketNotices } from './plan-ticket-notices.ts';
import type { SettingsCache } from './settings-cache.ts';
import { wakeSenders } from './wake-senders.ts';

type PlanningModule = Context & {
  readonly jobs: DeliveryPort;
  readonly tickets: TicketPort;
  readonly invoices: InvoicePort;
  readonly channels: Channels;
  readonly cache: SettingsCache;
};

const RECIPIENT_KINDS: Readonly<Partial<Record<DeliveryStatus, RecipientNoticeKind>>> = Object.freeze({
  picked_up: 'picked_up',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
});
const MERCHANT_KINDS = Object.freeze({
  'webhooks.endpoint.failing': 'endpoint_failing',
  'webhooks.endpoint.disabled': 'endpoint_disabled',
  'webhooks.endpoint.moved': 'endpoint_moved',
  'provider_account.changed': 'provider_account_changed',
} as const);

/** Makes messages to people out of the facts that the fan-out has taken, in its transaction: a few statements for a whole batch, none where nobody is told. */
export function createPlanner(module: PlanningModule): Planner {
  return async (tx, facts) => {
    const told = shownInTest(
      facts
        .map((fact) => ({ fact, ...wantsOf(fact, module) }))
        .filter((one) => one.recipient !== null || one.drivers || one.merchant),
    );
    const tickets = await planTicketNotices(
      tx,
      shownInTest(facts.filter(isAboutTickets).map((fact) => ({ fact }))).map(({ fact }) => fact),
      module,
    );
    const receipts = await planReceipts(tx, facts, module);
    const invoices = await planInvoiceNotices(tx, facts.filter(isAboutLetters), module);
    const saleReceipts = planSaleReceipts(facts.filter(isSaleReceipt), module);
    if (told.length + tickets.length + receipts.length + invoices.length + saleReceipts.length === 0) return;
    const [jobs, former] = await lookUp(tx, told, module);
    const planned = [
      ...told.flatMap((one) => planOrLeave(one, { jobs, former, module })),
      ...tickets,
      ...receipts,
      ...invoices,
      ...saleReceipts,
    ];
    if (planned.length === 0) return;
    const batch = composeBatch(module, withoutRepeats(planned));
    await insertNotices(tx, batch);
    wakeSenders(module, batch.channels);
  };
}

/** Nothing of test data is sent, only shown: of a flood of it a sample does, and the webhooks of its batch do not wait. */
const TEST_FACTS_PER_BATCH_MAX = 20;

function shownInTest<One extends { readonly fact: TakenFact }>(told: readonly One[]): readonly One[] {
  let shown = 0;
  return told.filter(({ fact }) => fact.tenant.livemode || (shown += 1) <= TEST_FACTS_PER_BATCH_MAX);
}

type Told = {
  readonly fact: TakenFact;
  readonly recipient: RecipientNoticeKind | null;
  readonly drivers: boolean;
  readonly merchant: boolean;
};

/** Whom a fact may concern, told from the fact alone, so that most cost no look-up. */
function wantsOf(fact: TakenFact, { cache }: PlanningModule): Omit<Told, 'fact'> {
  const recipient = recipientKindOf(fact);
  const wanted = recipient !== null && cache.of(fact.tenant).kinds.includes(recipient);
  return {
    recipient: wanted ? recipient : null,
    drivers: concernsDrivers(fact),
    merchant: Object.hasOwn(MERCHANT_KINDS, fact.kind),
  };
}

function recipientKindOf({ kind, facts }: TakenFact): RecipientNoticeKind | null {
  if (kind === 'shipping.delivery.created') return 'created';
  if (kind === 'shipping.milestone')
    return facts['milestone'] === 'near'
      ? 'near'
      : facts['milestone'] === 'arrived_dropoff'
        ? 'arrived'
        : null;
  if (kind === 'shipping.code.reissued') return facts['type'] === 'delivery' ? 'code_reissued' : null;
  return kind === 'shipping.status.updated'
    ? (RECIPIENT_KINDS[facts['status'] as DeliveryStatus] ?? null)
    : null;
}

function concernsDrivers({ kind, facts }: TakenFact): boolean {
  if (kind === 'shipping.driver.changed') return true;
  return (
    kind === 'shipping.status.updated' && (facts['status'] === 'assigned' || facts['status'] === 'cancelled')
  );
}

type Known = {
  readonly jobs: ReadonlyMap<string, NoticedJob>;
  readonly former: ReadonlyMap<string, Courier>;
  readonly module: PlanningModule;
};

async function lookUp(
  tx: Tx,
  told: readonly Told[],
  { jobs }: PlanningModule,
): Promise<readonly [Known['jobs'], Known['former']]> {
  const about = told
    .filter((one) => !one.merchant)
    .map(({ fact }) => ({ tenant: fact.tenant, jobNumber: fact.entity }));
  const found = about.length === 0 ? [] : await jobs.describe(tx, about);
  const ids = told.map(({ fact }) => fact.facts['previous_driver_id']).filter((id) => typeof id === 'string');
  const former = ids.length === 0 ? [] : await jobs.courier(tx, ids);
  return [
    new Map(found.map((job) => [job.jobNumber, job])),
    new Map(former.map((courier) => [courier.id, courier])),
  ];
}

/** A fact that nobody can be told of must not hold up the webhooks of its batch. */
function planOrLeave(told: Told, known: Known): readonly PlannedNotice[] {
  try {
    return planOne(told, known);
  } catch (error) {
    known.module.log.error(
      { error, kind: told.fact.kind, entity: told.fact.entity },
      'A fact could not become a message to a person.',
    );
    return [];
  }
}

function planOne(told: Told, { jobs, former, module }: Known): readonly PlannedNotice[] {
  const { fact } = told;
  if (told.merchant)
    return [
      toMerchant(fact.tenant, {
        kind: MERCHANT_KINDS[fact.kind as keyof typeof MERCHANT_KINDS],
        subject: subjectOf(fact),
        at: fact.createdAt,
      }),
    ];
  const job = jobs.get(fact.entity);
  if (!job) return [];
  const settings = module.cache.of(fact.tenant);
  return [
    ...(told.recipient === null
      ? []
      : toRecipient(job, { kind: told.recipient, settings, at: fact.createdAt })),
    ...(told.drivers
      ? driversTold(fact, job, former).flatMap(({ kind, courier }) =>
          toCourier(job, { kind, courier, at: fact.createdAt }),
        )
      : []),
  ];
}

/** Who has the job now is told of it, and who had it before that it is gone. */
function driversTold(
  { kind, facts }: TakenFact,
  job: NoticedJob,
  former: Known['former'],
): readonly { readonly kind: 'job_assigned' | 'job_withdrawn'; readonly courier: Courier }[] {
  if (facts['status'] === 'cancelled')
    return job.courier ? [{ kind: 'job_withdrawn', courier: job.courier }] : [];
  const before =
    kind === 'shipping.driver.changed' ? former.get(String(facts['previous_driver_id'])) : undefined;
  return [
    ...(before && before.id !== job.courier?.id ? [{ kind: 'job_withdrawn' as const, courier: before }] : []),
    ...(job.courier && job.status === 'assigned'
      ? [{ kind: 'job_assigned' as const, courier: job.courier }]
      : []),
  ];
}

function subjectOf({ kind, facts, entity }: TakenFact): string {
  if (kind === 'webhooks.endpoint.moved')
    return `from ${facts['previous_url']} to ${facts['url']}, by the key ${facts['key_id']}`;
  if (kind === 'provider_account.changed')
    return `${facts['provider']} ${entity} (${[facts['changes']].flat().join(', ')}), by the key ${facts['key_id']}`;
  return typeof facts['url'] === 'string' ? facts['url'] : entity;
}

/** A job that changes hands within one batch is told once to each. Numbers of orders and invoices are a merchant's own, and each ticket is sent by itself. */
function withoutRepeats(planned: readonly PlannedNotice[]): readonly PlannedNotice[] {
  return [...new Map(planned.map((one) => [whatIsTold(one), one])).values()];
}

function whatIsTold({ tenant, entity, kind, phone, email, facts }: PlannedNotice): string {
  return JSON.stringify([
    tenant.merchantId,
    tenant.livemode,
    entity,
    kind,
    phone ?? email ?? facts.subject,
    kind === 'ticket_sent' ? facts.tickets?.ticketId : null,
  ]);
}

/** Whether a buyer is to be sent a receipt. */
function isSaleReceipt({ kind }: TakenFact): boolean {
  return kind === 'pos.receipt.sent';
}

/** The receipts that these facts call for: all that there is to say stands in them. */
function planSaleReceipts(
  facts: readonly TakenFact[],
  { cache }: { readonly cache: SettingsCache },
): readonly PlannedNotice[] {
  return facts.map((fact) => {
    const {
      sale_id: saleId,
      number,
      channel,
      to,
      url,
      amount,
      store_name: storeName,
      lang,
    } = receiptIn(fact);
    const noticeFacts: NoticeFacts = {
      store: cache.of(fact.tenant).senderName ?? storeName,
      job: number,
      link: url,
      cash: null,
      way: '',
      subject: amount,
      at: formatTime(fact.createdAt),
      saleId,
    };
    const isMail = channel === 'email';
    return {
      tenant: fact.tenant,
      kind: 'sale_receipt',
      audience: 'recipient',
      phone: isMail ? null : to,
      email: isMail ? to : null,
      locale: lang,
      entity: number,
      facts: noticeFacts,
    };
  });
}

/** `data.object` of pos.receipt.sent, whose form the contract promises. */
function receiptIn({ facts }: TakenFact): ReceiptSent {
  return facts as unknown as ReceiptSent;
}
