import type { MoneySource, Scope } from '@cottontree/contract';
import {
  needWhere,
  type FoundNeed,
  type OverviewQuestion,
  type OverviewShare,
  type StepTaken,
} from '../../kernel/call/overview-share.ts';
import type { Payments } from './module.ts';
import {
  failedRefunds,
  firstLink,
  receivedMoney,
  unendedPayments,
  type FirstLink,
  type FoundPayments,
} from './overview.queries.ts';

const MONTH_MS = 30 * 86_400_000;

/** Where money for something comes from, and who may know of it beside those who may read all payments. */
const SOURCES: Readonly<Record<string, { readonly source: MoneySource; readonly scope: Scope }>> = {
  sale: { source: 'till', scope: 'pos:read' },
  ticket_order: { source: 'tickets', scope: 'tickets:read' },
  invoice: { source: 'invoices', scope: 'invoices:read' },
  payment_link: { source: 'links', scope: 'payment_links:read' },
  nothing: { source: 'payments', scope: 'payments:read' },
};

/** What payments say to an overview, whatever they are for. */
export async function overviewOfPayments(
  { store }: Payments,
  question: OverviewQuestion,
): Promise<OverviewShare> {
  const runner = store.reads(question.tenant);
  const sources = Object.values(SOURCES)
    .filter(({ scope }) => question.may(scope, 'payments:read'))
    .map(({ source }) => source);
  const rows = sources.length > 0 ? await receivedMoney(runner, question) : [];
  const first = await firstLink(runner, question);
  return {
    sources,
    money: rows
      .map(({ subject_kind: kind, ...row }) => ({
        ...row,
        source: (SOURCES[kind ?? 'nothing'] ?? { source: 'payments' as const }).source,
      }))
      .filter(({ source }) => sources.includes(source)),
    needs: question.may('payments:read') ? await needsOf(runner, question) : [],
    steps: stepsOf(first, question),
  };
}

type Runner = Parameters<typeof unendedPayments>[0];

async function needsOf(runner: Runner, question: OverviewQuestion): Promise<readonly FoundNeed[]> {
  const { waiting, reviewed } = await unendedPayments(runner, question);
  const month = new Date(question.now.getTime() - MONTH_MS);
  const failed = await failedRefunds(runner, question, month);
  return [
    ...needOf(reviewed, {
      kind: 'payments_to_review',
      tone: 'bad',
      list: { operation: 'listPayments', query: { to_review: 'true' } },
    }),
    ...needOf(failed, {
      kind: 'refunds_failed',
      tone: 'bad',
      list: { operation: 'listRefunds', query: { status: 'failed', updated_since: month.toISOString() } },
    }),
    ...needOf(waiting, {
      kind: 'payments_waiting',
      tone: 'wait',
      list: { operation: 'listPayments', query: { status: 'requires_action' } },
    }),
  ];
}

function needOf(
  { count, amount, since, ids, details }: FoundPayments,
  need: Pick<FoundNeed, 'kind' | 'tone' | 'list'>,
): readonly FoundNeed[] {
  const names = ids ?? [];
  const [id = ''] = names;
  return needWhere(count > 0n, () => ({
    ...need,
    count: Number(count),
    amount,
    first: { id, label: id, detail: details?.[0] ?? null, since },
    names,
  }));
}

function stepsOf(first: FirstLink | undefined, { may }: OverviewQuestion): readonly StepTaken[] {
  const proofOf = (seen: boolean, id: string | null | undefined, at: Date | null | undefined) => ({
    seen,
    proof: seen && id ? { id, at: at ?? null } : null,
  });
  return [
    {
      step: 'payment_provider',
      operation: 'createProviderAccount',
      ...proofOf(may('payment_providers:read', 'payments:read'), first?.account_id, first?.account_at),
    },
    {
      step: 'first_link',
      operation: 'createPaymentLink',
      ...proofOf(may('payment_links:read'), first?.link_id, first?.link_at),
    },
  ];
}
