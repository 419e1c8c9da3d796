import {
  covers,
  needKinds,
  startingSteps,
  toMajor,
  type Checklist,
  type Input,
  type Need,
  type Operations,
  type Overview,
  type OverviewToday,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import type { FoundNeed, OverviewQuestion, OverviewShare } from '../../kernel/call/overview-share.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { beginningOf, dayOf } from '../../kernel/time/local-day.ts';
import type { Overviews } from './module.ts';
import { addUpMoney } from './add-up-money.ts';

const DAYS_DEFAULT = 30;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Tells how the business stands, as every module sees it. */
export async function getOverview(
  { query }: Input<Operations['getOverview']>,
  call: Call,
  { ask, held }: Overviews,
): Promise<Reply<Overview>> {
  const days = query.days ?? DAYS_DEFAULT;
  const work = (): Promise<Overview> => workOut(ask, call, days);
  return reply(await (held ? held.answer(nameOf(call, days), work) : work()));
}

/** Who may see the same of the same business is told the same; where a test clock stands, the hour is part of the question. */
function nameOf({ caller, tenant }: Call, days: number): string {
  const { clock, scopes, merchant } = caller;
  const { merchantId, livemode } = tenant;
  const asked = [merchantId, livemode, days, clock?.getTime(), merchant.timeZone, merchant.currency];
  return JSON.stringify([...asked, [...scopes].toSorted()]);
}

async function workOut(ask: Overviews['ask'], call: Call, days: number): Promise<Overview> {
  const question = questionOf(call, days);
  const shares = await ask(question);
  const { now, timeZone, currency } = question;
  return {
    at: now.toISOString(),
    date: dayOf(now, timeZone).toString(),
    time_zone: timeZone,
    currency,
    money_in: addUpMoney(shares, question, days),
    needs: shares
      .flatMap(({ needs }) => needs ?? [])
      .toSorted((one, other) => needKinds.indexOf(one.kind) - needKinds.indexOf(other.kind))
      .map((need) => presentNeed(need, question)),
    today: todayOf(shares),
    checklist: checklistOf(shares),
    livemode: call.tenant.livemode,
  };
}

/** Twice the days, for what came in before them. */
function questionOf(call: Call, days: number): OverviewQuestion {
  const { tenant, now, caller } = call;
  const { timeZone, currency } = caller.merchant;
  const today = dayOf(now, timeZone);
  return {
    call,
    tenant,
    now,
    timeZone,
    currency,
    today: beginningOf(today, timeZone),
    since: beginningOf(today.subtract({ days: 2 * days - 1 }), timeZone),
    may: (...scopes) => scopes.some((scope) => covers(caller.scopes, scope)),
  };
}

function presentNeed(
  { first, amount, names, waiting, ...need }: FoundNeed,
  { now, currency }: OverviewQuestion,
): Need {
  const minutes =
    first.since === null
      ? null
      : Math.max(0, Math.floor((now.getTime() - first.since.getTime()) / MINUTE_MS));
  return {
    ...need,
    amount: amount === null ? null : toMajor(amount, currency),
    first: {
      ...first,
      since: first.since?.toISOString() ?? null,
      minutes,
      days: minutes === null ? null : Math.floor(minutes / DAY_MINUTES),
    },
    names: [...names],
    waiting: waiting ?? null,
  };
}

function todayOf(shares: readonly OverviewShare[]): OverviewToday {
  const nothing = { deliveries: null, events: null, till: null, invoices: null, webhooks: null };
  return Object.assign(nothing, ...shares.map(({ today }) => today ?? {})) as OverviewToday;
}

function checklistOf(shares: readonly OverviewShare[]): Checklist {
  const steps = shares
    .flatMap((share) => share.steps ?? [])
    .toSorted((one, other) => startingSteps.indexOf(one.step) - startingSteps.indexOf(other.step));
  return {
    done: steps.filter(({ proof }) => proof !== null).length,
    of: steps.filter(({ seen }) => seen).length,
    steps: steps.map(({ step, operation, seen, proof }) => ({
      step,
      done: seen ? proof !== null : null,
      proof: proof && { id: proof.id, at: proof.at?.toISOString() ?? null },
      operation,
    })),
  };
}
