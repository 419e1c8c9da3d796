import type { DeliverySummary } from '@cottontree/contract';
import { Phone } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { initialsOf, wordsOf } from '../../kit/format/words.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { common } from '../../kit/text/common.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import { said } from './words.ts';

type Props = { readonly delivery: DeliverySummary };

/** Who gets it, who carries it, and where it is fetched, each to be called. */
export function PeopleCard({ delivery }: Props): VNode {
  const { driver, pickup_contact_name, pickup_contact_phone } = delivery;
  return (
    <Card title={t.people} bare>
      <ul>
        <Person name={delivery.recipient_name} phone={delivery.recipient_phone}>
          {delivery.erased_at === undefined ? (
            <>
              <p>
                {delivery.delivery_address}, {delivery.delivery_city}
              </p>
              {delivery.delivery_landmark && <p>{delivery.delivery_landmark}</p>}
              {delivery.delivery_instructions && <p>{delivery.delivery_instructions}</p>}
              {delivery.recipient_phone_alt && <p>{phoneText(delivery.recipient_phone_alt)}</p>}
              {delivery.recipient_note && (
                <p>
                  {t.recipientNote}: “{delivery.recipient_note}”
                </p>
              )}
              {delivery.recipient_phone === null && <p>{t.noPhone}</p>}
            </>
          ) : (
            <p>{t.erased}</p>
          )}
        </Person>
        {driver ? (
          <Person name={driver.name} phone={driver.phone}>
            <p>{[said(driver.vehicle_type), driver.plate].filter(Boolean).join(', ')}</p>
          </Person>
        ) : (
          <li class="person-row">
            <span class="face faint" aria-hidden="true">
              ?
            </span>
            <span class="quiet">
              {t.courier}: {t.nobodyYet}
            </span>
          </li>
        )}
        <Person name={pickup_contact_name ?? delivery.store_name} phone={pickup_contact_phone}>
          <p>
            {t.sender} {[delivery.pickup_address, delivery.pickup_city].filter(Boolean).join(', ')}
          </p>
          {delivery.pickup_landmark && <p>{delivery.pickup_landmark}</p>}
          {delivery.pickup_instructions && <p>{delivery.pickup_instructions}</p>}
        </Person>
      </ul>
    </Card>
  );
}

function Person({
  name,
  phone,
  children,
}: {
  readonly name: string | null;
  readonly phone: string | null;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <li class="person-row">
      <Face initials={initialsOf(name ?? '?')} />
      <div class="grow">
        <b>{name ?? t.noName}</b>
        <div class="small quiet">
          {phone !== null && <p>{phoneText(phone)}</p>}
          {children}
        </div>
      </div>
      {phone !== null && (
        <ButtonLink icon={Phone} label={`${t.call} ${name ?? phone}`} href={`tel:${phone}`} />
      )}
    </li>
  );
}

/** What the fee is made of. */
export function FeeCard({ delivery }: Props): VNode {
  const { fee_breakdown, shipping_fee, currency, rate_card_version: card } = delivery;
  return (
    <Card title={t.fee} end={card !== null && t.rateCard(card)}>
      <KeyValues
        rows={[
          ...fee_breakdown.map(
            ({ label, amount }) => [label, <Money amount={amount} currency={currency} />] as const,
          ),
          [t.fee, <Money amount={shipping_fee} currency={currency} />, 'total'],
        ]}
      />
    </Card>
  );
}

/** What is in it, and how it has to be handled. */
export function ParcelCard({ delivery }: Props): VNode {
  const asks = [
    delivery.require_delivery_code && t.asksCode,
    delivery.require_photo && t.asksPhoto,
    delivery.require_signature && t.asksSignature,
  ].filter(Boolean);
  return (
    <Card title={t.parcel}>
      {delivery.items.length > 0 && <Items delivery={delivery} />}
      <KeyValues
        rows={[
          delivery.package_description !== null && [t.what, delivery.package_description],
          [t.size, said(delivery.package_size)],
          [t.weight, t.kg(delivery.weight_kg)],
          delivery.declared_value > 0 && [
            t.worth,
            <Money amount={delivery.declared_value} currency={delivery.currency} />,
          ],
          delivery.fragile && [t.fragile, common.yes],
          [t.service, said(delivery.service_level)],
          windowRow(delivery.pickup_window_start, delivery.pickup_window_end),
          windowRow(delivery.delivery_window_start, delivery.delivery_window_end),
          [t.ifNobody, said(delivery.undeliverable_action)],
          asks.length > 0 && [t.asks, wordsOf(asks.join(', '))],
          ...Object.entries(delivery.metadata).map(([name, value]) => [name, String(value)] as const),
        ]}
      />
    </Card>
  );
}

function windowRow(start: string | null, end: string | null): readonly [string, string] | false {
  return start !== null && end !== null && [t.window, `${nearText(start)} – ${nearText(end)}`];
}

function Items({ delivery }: Props): VNode {
  return (
    <ul class="items">
      {delivery.items.map(({ name, quantity, price }) => (
        <li>
          <span class="grow">
            {quantity} × {name}
          </span>
          {price !== null && <Money amount={price} currency={delivery.currency} />}
        </li>
      ))}
    </ul>
  );
}
