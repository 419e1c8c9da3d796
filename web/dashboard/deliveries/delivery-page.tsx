import { MessageCircle, Printer } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may, mode } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { whatsappUrl } from '../../kit/format/phone.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Empty, Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { lookOf } from '../../kit/parts/statuses.ts';
import { Timeline, type Happening } from '../../kit/parts/timeline.tsx';
import { cityText } from '../../kit/format/local-time.ts';
import { nearText } from '../../kit/format/time.ts';
import { statusText } from '../../kit/text/statuses.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { CausedWebhooks } from '../shell/caused-webhooks.tsx';
import { Columns, Page } from '../shell/page.tsx';
import { CashCard } from './cash-card.tsx';
import { CodesCard } from './codes-card.tsx';
import { DeliveryActs } from './delivery-acts.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';
import { FeeCard, ParcelCard, PeopleCard } from './facts-cards.tsx';
import { Lead } from './lead.tsx';
import { ProofCard, RatingCard } from './proof-cards.tsx';
import { TestCard } from './test-card.tsx';
import { deliveriesTexts } from './texts.ts';
import { ClaimsCard, NoticesCard } from './told-cards.tsx';
import { useDelivery, type Seen } from './use-delivery.ts';
import { said } from './words.ts';
import { WayMap } from './way-map.tsx';
import './deliveries.css';

/** One delivery: what comes next, what happened, who has it, and what can be done. */
export function DeliveryPage({ params }: PageProps): VNode {
  const jobNumber = params['jobNumber'] ?? '';
  const { seen, error, again } = useDelivery(jobNumber);
  const crumbs = [[deliveriesTexts.title, at('/deliveries')] as const];
  if (!seen)
    return (
      <Page title={jobNumber} crumbs={crumbs} mono>
        {error?.code === 'DELIVERY_NOT_FOUND' ? (
          <NotThere jobNumber={jobNumber} />
        ) : error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    );
  const { delivery } = seen;
  return (
    <Page
      title={delivery.job_number}
      crumbs={crumbs}
      mono
      badge={<Status of="delivery" status={delivery.status} pill />}
      lead={<Lead seen={seen} />}
      acts={
        <>
          {delivery.recipient_phone !== null && (
            <ButtonLink icon={MessageCircle} href={whatsappUrl(delivery.recipient_phone)} target="_blank">
              {t.message}
            </ButtonLink>
          )}
          <ButtonLink icon={Printer} href={at(`/deliveries/labels?jobs=${delivery.job_number}`)}>
            {t.label}
          </ButtonLink>
          <DeliveryActs delivery={delivery} />
        </>
      }
    >
      {error && (
        <p class="small fault" role="alert">
          {error.message}
        </p>
      )}
      <Columns main={<Happened seen={seen} />} side={<Facts seen={seen} />} />
    </Page>
  );
}

function NotThere({ jobNumber }: { readonly jobNumber: string }): VNode {
  return (
    <Empty
      title={t.notThere(jobNumber)}
      text={t.notThereMore}
      acts={
        <ButtonLink kind="primary" href={at('/deliveries')}>
          {t.toList}
        </ButtonLink>
      }
    />
  );
}

function Happened({ seen }: { readonly seen: Seen }): VNode {
  const { delivery, tracking } = seen;
  const { answer: made } = useCall(
    client.listActivity,
    may('activity:read')
      ? { query: { thing: delivery.job_number, operation: 'createDelivery', limit: 1 } }
      : null,
  );
  // Nobody of the shop's people made it: what keys and files make day by day is not noted.
  const byNobody = made?.data.length === 0 && delivery.kind === 'delivery';
  const madeBy = made?.data[0]?.actor.name ?? (byNobody ? t.byProgram : null);
  return (
    <>
      <WayMap delivery={delivery} tracking={tracking} />
      <Card title={t.whatHappened} end={t.localTime(cityText())}>
        <Timeline happenings={happeningsOf(seen, madeBy)} />
      </Card>
      <NoticesCard jobNumber={delivery.job_number} />
      <CausedWebhooks of={delivery.job_number} />
      <ClaimsCard jobNumber={delivery.job_number} />
    </>
  );
}

function Facts({ seen }: { readonly seen: Seen }): VNode {
  const { delivery, tracking } = seen;
  return (
    <>
      {mode.value === 'test' && <TestCard delivery={delivery} />}
      <CodesCard delivery={delivery} tracking={tracking} />
      <CashCard delivery={delivery} />
      <PeopleCard delivery={delivery} />
      <ProofCard delivery={delivery} />
      <RatingCard delivery={delivery} />
      <FeeCard delivery={delivery} />
      <ParcelCard delivery={delivery} />
    </>
  );
}

type Entry = Seen['tracking']['timeline'][number];

/** Newest first; what lies behind is ticked, what ended badly stays as it is. */
function happeningsOf({ delivery, tracking }: Seen, madeBy: string | null): readonly Happening[] {
  return tracking.timeline.toReversed().map((entry, index) => {
    const own = lookOf('delivery', entry.status);
    const [meaning, glyph] = index === 0 ? own : lookOf('delivery', 'delivered');
    const actor = entry.status === 'pending' ? (entry.actor ?? madeBy) : entry.actor;
    const text = [sentenceOf({ ...entry, actor }), detailOf(entry, delivery)].filter(Boolean).join(' ');
    return {
      title: entry.status === 'pending' ? t.created : (statusText(entry.status) ?? entry.status),
      at: entry.at,
      meaning,
      glyph,
      ...(text === '' ? {} : { text }),
    };
  });
}

const ACTORS = ['merchant', 'driver', 'dispatcher', 'system'];
const LATE_TOLD_MS = 60_000;

function sentenceOf({ actor, actor_type, note, at: when, recorded_at }: Entry): string {
  const kind = t.byKind.split('|')[ACTORS.indexOf(actor_type)] ?? actor_type;
  const told = Date.parse(recorded_at) - Date.parse(when) > LATE_TOLD_MS;
  return [t.by(actor ?? kind), note ?? '', told ? t.learned(nearText(recorded_at)) : '']
    .filter(Boolean)
    .join(' ');
}

/** What is known of a step beside who took it. */
function detailOf({ status }: Entry, delivery: Seen['delivery']): string {
  const { driver, shipping_fee, currency } = delivery;
  if (status === 'pending') return t.priced(moneyText(shipping_fee, currency));
  if (status === 'picked_up' && delivery.pickup_verified) return t.rightCode('pickup');
  if (status === 'delivered' && delivery.delivery_verified) return t.rightCode('door');
  if (status !== 'assigned' || driver === null) return '';
  return t.carriedBy(driver.name, [said(driver.vehicle_type), driver.plate].filter(Boolean).join(', '));
}
