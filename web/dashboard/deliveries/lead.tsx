import type { DeliverySummary, Tracking } from '@cottontree/contract';
import type { ComponentChildren, VNode } from 'preact';
import { distanceText, nearText, spanText } from '../../kit/format/time.ts';
import { Money } from '../../kit/parts/money.tsx';
import { at } from '../paths.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import { dueOf, endOf, lateByMs } from './next.ts';
import type { Seen } from './use-delivery.ts';
import { said } from './words.ts';

/** One sentence of what comes next, or how it ended; and what it has to do with other jobs. */
export function Lead({ seen }: { readonly seen: Seen }): VNode {
  const { delivery, tracking } = seen;
  return (
    <>
      {sentence(delivery, tracking)} {t.orderLine(delivery.order_number)} <Relations delivery={delivery} />
    </>
  );
}

const LATE_FROM_MS = 60_000;

function sentence(delivery: DeliverySummary, tracking: Tracking): ComponentChildren {
  const late = lateByMs(delivery);
  const due = dueOf(delivery);
  if (late >= LATE_FROM_MS && due !== null)
    return (
      <>
        <b class="late">{t.lateBy(spanText(late))}</b> {t.due(nearText(due))} {inWords(delivery, tracking)}
      </>
    );
  if (delivery.status === 'delivered' || delivery.status === 'completed') return arrived(delivery);
  if (delivery.status === 'failed') return failed(delivery);
  if (delivery.status === 'cancelled') return cancelled(delivery);
  return inWords(delivery, tracking);
}

function inWords(delivery: DeliverySummary, { phase }: Tracking): ComponentChildren {
  const { status, estimated_pickup_at: pickup, estimated_delivery_at: arrival } = delivery;
  if (phase === 'at_pickup') return t.atPickup;
  if (phase === 'at_dropoff') return t.atDoor;
  if (phase === 'attempt_failed') return t.attemptFailed;
  const isAhead = (time: string | null): time is string => time !== null && Date.parse(time) > Date.now();
  if (status === 'pending' || status === 'assigned') {
    const who = status === 'assigned' ? t.toPickup : phase === 'offered' ? t.offered : t.looks;
    return isAhead(pickup) ? [who, ' ', about(t.pickup, pickup)] : who;
  }
  return isAhead(arrival) ? about(t.arrives, arrival) : t.onTheWay;
}

function about(what: string, time: string): ComponentChildren {
  return (
    <>
      {what} <b class="strong">{nearText(time)}</b>, {distanceText(time)}.
    </>
  );
}

function arrived(delivery: DeliverySummary): ComponentChildren {
  const { proof, delivered_at, completed_at, cod_amount, cod_status } = delivery;
  const to = proof?.recipient_name ? t.to(proof.recipient_name) : '';
  return [
    `${t.handedOver(nearText(delivered_at ?? endOf(delivery)))}${to}.`,
    completed_at !== null && ` ${t.doneWith(nearText(completed_at))}`,
    cod_amount > 0 && cod_status !== 'settled' && cod_status !== 'none' && ` ${t.cashComes}`,
  ];
}

function failed(delivery: DeliverySummary): ComponentChildren {
  const { failure, picked_up_at, undeliverable_action: action } = delivery;
  const reason = failure === null ? said('other') : said(failure.reason);
  const after = { return: t.comesBack, hold: t.isHeld, dispose: t.isDisposed }[action];
  return [
    t.failedBecause(nearText(endOf(delivery)), reason),
    failure?.note && ` ${failure.note}`,
    picked_up_at !== null && failure?.reason !== 'package_lost' && ` ${after}`,
  ];
}

function cancelled(delivery: DeliverySummary): ComponentChildren {
  const { cancellation, currency } = delivery;
  if (cancellation === null) return null;
  const { reason, note, fee, refund } = cancellation;
  return (
    <>
      {t.wasCancelled(nearText(endOf(delivery)), said(reason).toLowerCase())}
      {note && ` ${note}`} <Money amount={refund} currency={currency} /> {t.goesBack}
      {fee > 0 && (
        <>
          , <Money amount={fee} currency={currency} /> {t.isKept}
        </>
      )}
      .
    </>
  );
}

function Relations({ delivery }: { readonly delivery: DeliverySummary }): VNode {
  const { kind, original_job_number: original, related_jobs } = delivery;
  return (
    <>
      {original !== null && (
        <>
          {kind === 'return' ? t.returnOf : t.redeliveryOf} <Job number={original} />.{' '}
        </>
      )}
      {related_jobs
        .filter(({ job_number }) => job_number !== original)
        .map((job) => (
          <>
            {job.kind === 'return' ? t.hasReturn : t.hasRedelivery} <Job number={job.job_number} />.{' '}
          </>
        ))}
    </>
  );
}

function Job({ number }: { readonly number: string }): VNode {
  return (
    <a class="link mono" href={at(`/deliveries/${number}`)}>
      {number}
    </a>
  );
}
