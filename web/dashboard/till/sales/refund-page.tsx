import { CircleAlert } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Card, KeyValues } from '../../../kit/parts/card.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { hrefOfThing } from '../../shell/things.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { useNames } from '../names.ts';
import { tenderText, tillTexts } from '../texts.ts';
import { byId } from '../when.ts';
import { salesTexts as t } from './texts.ts';
import '../till.css';

/** One refund: what came back, and how far its money is. */
export function RefundPage({ params }: PageProps): VNode {
  const { answer, error, again } = useCall(client.getPosRefund, byId(params['id'] ?? ''), {
    everyMs: 15_000,
  });
  const names = useNames();
  const refund = answer?.data;
  const crumbs = [
    [tillTexts.sales, at('/till')],
    [t.refundsTitle, at('/till/refunds')],
  ] as const;
  if (!refund)
    return (
      <Page title={t.refund} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  const money = (amount: number | string): VNode => <Money amount={amount} currency={refund.currency} />;
  return (
    <Page
      title={moneyText(refund.amount, refund.currency)}
      crumbs={crumbs}
      badge={<Status of="refund" status={refund.status} pill />}
      lead={[momentText(refund.occurred_at), refund.reason].filter(Boolean).join('. ')}
    >
      <div class="stack">
        {Number(refund.amount_failed) > 0 && (
          <Note meaning="bad" icon={CircleAlert}>
            {moneyText(refund.amount_failed, refund.currency)} {t.failedPart}
          </Note>
        )}
        <Columns
          main={
            <Card title={t.what} bare>
              <ul class="till-lines">
                {refund.items.map((item) => (
                  <li key={item.line}>
                    <span class="till-count figures">{item.quantity.toLocaleString('en')}</span>
                    <span class="grow">
                      {item.name}
                      <small>
                        {item.restock ? t.onShelf(String(item.quantity), item.name) : t.notOnShelf}
                      </small>
                    </span>
                    {money(item.amount)}
                  </li>
                ))}
                {refund.items.length === 0 && <li class="quiet">{t.goodsOfNone}</li>}
              </ul>
            </Card>
          }
          side={
            <>
              <Card title={t.moneyBack} bare>
                <ul class="line-rows">
                  {refund.payments.map((part) => (
                    <li key={part.id}>
                      <span class="grow">{part.tender === 'cash' ? t.inCash : tenderText(part.channel)}</span>
                      <span class="end">
                        {money(part.amount)} <Status of="refund" status={part.status} />
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
              <Card title={tillTexts.facts}>
                <KeyValues
                  rows={[
                    [
                      t.ofSale,
                      <a class="link" href={hrefOfThing('sale', refund.sale_id)?.href ?? ''}>
                        {t.openSale}
                      </a>,
                    ],
                    [tillTexts.person, names.person(refund.staff_id)],
                    [tillTexts.location, names.location(refund.location_id)],
                    ...refund.taxes.map(
                      ({ name, rate, amount }) => [t.included(name, rate), money(amount)] as const,
                    ),
                    [t.id, <span class="mono tiny">{refund.id}</span>],
                  ]}
                />
              </Card>
            </>
          }
        />
      </div>
    </Page>
  );
}
