import { Landmark } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nearText } from '../../kit/format/time.ts';
import { Money } from '../../kit/parts/money.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Said } from '../../kit/parts/status.tsx';
import type { Meaning } from '../../kit/parts/statuses.ts';
import { device, faultOf } from '../data/api.ts';
import { MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { readCash } from '../state/cash.ts';
import { cash, isOnline } from '../state/signals.ts';
import { t } from '../texts.ts';
import { HandInDialog } from './hand-in-dialog.tsx';
import { heldCash, inHand, leavingDeposits, underCount, type Held } from './in-hand.ts';
import './cash.css';

/** What is owed, from whom, and where to hand it in. */
export function CashPage(): VNode {
  const [handing, setHanding] = useState<boolean | null>(null);
  useEffect(() => {
    if (isOnline.value) void readCash().catch(faultOf);
  }, [isOnline.value]);
  const [main, other] = device.pairing.value?.livemode === false ? [false, true] : [true, false];
  // One who carries test parcels alone has no use for a sum of real money.
  const shown = [main, other].filter((livemode, at) => at === 0 || hasAny(livemode));
  const withCash = shown.filter((livemode) => heldCash(livemode).length > 0);
  const acts = withCash.map((livemode) => (
    <MainAct
      key={String(livemode)}
      icon={Landmark}
      second={livemode !== withCash[0]}
      onClick={() => setHanding(livemode)}
    >
      {withCash.length > 1 && !livemode ? t.handInTest : t.handIn}
    </MainAct>
  ));
  return (
    <Screen title={t.cashInHand} {...(acts.length > 0 ? { acts } : {})}>
      {shown.map((livemode) => (
        <CashOf key={String(livemode)} livemode={livemode} />
      ))}
      {handing !== null && <HandInDialog livemode={handing} onClose={() => setHanding(null)} />}
    </Screen>
  );
}

function hasAny(livemode: boolean): boolean {
  return inHand(livemode) > 0 || (cash.value?.deposits ?? []).some((one) => one.livemode === livemode);
}

function CashOf({ livemode }: { readonly livemode: boolean }): VNode {
  const currency = cash.value?.currency ?? 'SLE';
  const held = heldCash(livemode);
  const total = inHand(livemode);
  const limit = cash.value?.cash_limit ?? 0;
  const counting = underCount(livemode);
  return (
    <section class="cash" {...(livemode ? {} : { 'data-mode': 'test' })}>
      <div class="sheet cash-head">
        {!livemode && <Tag>{t.testMoney}</Tag>}
        <p class="big-sum">
          <Money amount={total} currency={currency} />
        </p>
        {cash.value && (
          <>
            <LimitBar share={limit === 0 ? 0 : total / limit} />
            <p class="quiet">
              {t.ofThe} <Money amount={limit} currency={currency} /> {t.youMayHoldAtMost}
            </p>
          </>
        )}
        {counting > 0 && (
          <p class="quiet">
            {t.ofItCounting} <Money amount={counting} currency={currency} />
          </p>
        )}
      </div>
      {held.length === 0 && <p class="quiet pad-in">{t.noCashInHand}</p>}
      <ul class="cash-list" aria-label={t.fromWhom}>
        {held.map((one) => (
          <HeldRow key={one.jobNumber} held={one} currency={currency} />
        ))}
      </ul>
      <Deposits livemode={livemode} currency={currency} />
    </section>
  );
}

const FULL = 300;
/** From here on the limit is near. */
const NEAR_SHARE = 0.6;

function LimitBar({ share }: { readonly share: number }): VNode {
  const meaning: Meaning = share >= 1 ? 'bad' : share >= NEAR_SHARE ? 'wait' : 'good';
  return (
    <svg
      class={`limit-bar ${meaning}`}
      viewBox={`0 0 ${FULL} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="whole" width={FULL} height="10" />
      <rect class="part" width={Math.min(1, share) * FULL} height="10" />
    </svg>
  );
}

type HeldRowProps = { readonly held: Held; readonly currency: string };

function HeldRow({ held, currency }: HeldRowProps): VNode {
  return (
    <li>
      <span class="grow">
        <b>{held.name}</b> <span class="quiet small">{nearText(held.at)}</span>
      </span>
      <b>
        <Money amount={held.amount} currency={currency} />
      </b>
    </li>
  );
}

const DEPOSITS_MAX = 8;

/** What was handed in: under count, counted, or differing. */
function Deposits({
  livemode,
  currency,
}: {
  readonly livemode: boolean;
  readonly currency: string;
}): VNode | null {
  const leaving = leavingDeposits(livemode);
  const told = (cash.value?.deposits ?? []).filter((one) => one.livemode === livemode).slice(0, DEPOSITS_MAX);
  if (leaving.length + told.length === 0) return null;
  return (
    <>
      <h2 class="cash-title">{t.handedIn}</h2>
      <ul class="cash-list" aria-label={t.handedIn}>
        {leaving.map(({ client_id, occurred_at, body }) => (
          <li key={client_id}>
            <span class="grow">
              <b>
                <Money amount={body.amount} currency={currency} />
              </b>{' '}
              <span class="quiet small">{nearText(occurred_at)}</span>
            </span>
            <Said meaning="wait" glyph="dashed">
              {t.notSentYet}
            </Said>
          </li>
        ))}
        {told.map((one) => (
          <li key={one.id}>
            <span class="grow">
              <b>
                <Money amount={one.declared} currency={currency} />
              </b>{' '}
              <span class="quiet small">
                {nearText(one.declared_at)}, {t.slip(one.id.slice(-4).toUpperCase())}
              </span>
            </span>
            {depositSaid(one.status)}
          </li>
        ))}
      </ul>
    </>
  );
}

function depositSaid(status: string): VNode {
  if (status === 'declared')
    return (
      <Said meaning="wait" glyph="half">
        {t.beingCounted}
      </Said>
    );
  if (status === 'disputed')
    return (
      <Said meaning="bad" glyph="bang">
        {t.countDiffers}
      </Said>
    );
  return (
    <Said meaning="good" glyph="tick">
      {t.counted}
    </Said>
  );
}
