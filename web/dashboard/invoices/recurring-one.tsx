import { Pause, Pencil, Play } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, membership } from '../../kit/data/session.ts';
import { dateText } from '../../kit/format/time.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import type { RecurringData } from './invoice-data.ts';
import { oftenText, templateOf, titleOf, whomOf } from './recurring-words.ts';
import { recurringTexts as r } from './recurring-texts.ts';
import { invoiceTexts as t } from './texts.ts';
import { wayText } from './words.ts';
import './invoices.css';

/** One thing that is billed again and again: when next, what, and how it ends. */
export function RecurringOnePage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getRecurringInvoice, { params: { id } });
  const crumbs = [
    [t.invoices, at('/invoices')],
    [t.recurring, at('/invoices/recurring')],
  ] as const;
  if (!answer)
    return (
      <Page title={t.recurring} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading />}
      </Page>
    );
  const one = answer.data;
  const lead =
    one.status === 'paused'
      ? r.leadPaused
      : one.next_date === null
        ? r.leadEnded
        : r.leadActive(dateText(one.next_date));
  return (
    <Page
      title={titleOf(one)}
      crumbs={crumbs}
      badge={<Status of="recurring" status={one.status} pill />}
      lead={lead}
      acts={may('invoices:write') && <Acts one={one} etag={answer.etag} />}
    >
      <Columns main={<Main one={one} />} side={<Facts one={one} />} />
    </Page>
  );
}

type OneProps = { readonly one: RecurringData };

function Acts({ one, etag }: OneProps & { readonly etag: string | null }): VNode {
  const [asking, setAsking] = useState(false);
  const change = useAct(client.updateRecurringInvoice);
  const remove = useAct(client.deleteRecurringInvoice);
  const { route } = useLocation();
  const call = { params: { id: one.id }, ...(etag === null ? {} : { ifMatch: etag }) };
  const isPaused = one.status === 'paused';
  return (
    <>
      {one.status !== 'ended' && (
        <>
          <Button
            icon={isPaused ? Play : Pause}
            busy={change.busy}
            onClick={() => void change.run({ ...call, body: { paused: !isPaused } })}
          >
            {isPaused ? r.resume : r.pause}
          </Button>
          <ButtonLink icon={Pencil} href={at(`/invoices/recurring/${one.id}/edit`)}>
            {r.edit}
          </ButtonLink>
        </>
      )}
      <Menu items={[{ name: r.remove, danger: true, onClick: () => setAsking(true) }]} />
      {change.error && (
        <p class="fault" role="alert">
          {change.error.message}
        </p>
      )}
      {asking && (
        <Confirm
          title={r.removeTitle}
          consequences={[r.removeMore(one.invoices_made)]}
          keep={r.keep}
          go={r.remove}
          busy={remove.busy}
          fault={remove.error?.message ?? null}
          onClose={() => setAsking(false)}
          onGo={async () => {
            if (await remove.run(call)) route(at('/invoices/recurring'));
          }}
        />
      )}
    </>
  );
}

function Main({ one }: OneProps): VNode {
  const { items = [] } = templateOf(one);
  const currency = membership.value?.currency ?? 'SLE';
  return (
    <>
      {one.failure && <Note meaning="bad">{r.failed(one.failure.message)}</Note>}
      {one.periods_skipped > 0 && <Note meaning="wait">{r.skipped(one.periods_skipped)}</Note>}
      <Card title={r.what} bare>
        <ul class="invoice-lines">
          {items.map((item, index) => (
            <li key={index}>
              <div class="grow">
                {item.description}
                {item.unit_price !== undefined && (
                  <small>
                    {item.quantity ?? 1} × <Money amount={item.unit_price} currency={currency} />
                  </small>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={r.coming}>
        {one.upcoming.length === 0 ? (
          <p class="quiet">{r.noneComing}</p>
        ) : (
          <ol>
            {one.upcoming.map((day) => (
              <li key={day}>{dateText(day)}</li>
            ))}
          </ol>
        )}
      </Card>
    </>
  );
}

function Facts({ one }: OneProps): VNode {
  const { customer_id } = templateOf(one);
  const known = useCall(client.getCustomer, customer_id ? { params: { id: customer_id } } : null);
  const ends = [
    one.end_date === null ? '' : dateText(one.end_date),
    one.count === null ? '' : `${one.invoices_made} / ${one.count}`,
  ].filter(Boolean);
  return (
    <Card title={t.facts}>
      <KeyValues
        rows={[
          [
            r.whom,
            customer_id ? (
              <a class="link" href={at(`/customers/${customer_id}`)}>
                {known.answer?.data.name ?? customer_id}
              </a>
            ) : (
              whomOf(one)
            ),
          ],
          [r.often, oftenText(one)],
          one.day_of_month !== null && [r.day, one.day_of_month],
          [r.start, dateText(one.start_date)],
          [r.stoppedBy, ends.join(', ') || r.onAndOn],
          [r.atOnce, one.auto_finalize ? common.yes : common.no],
          [r.sentBy, one.auto_send.map(wayText).join(', ') || r.notSent],
          [r.made, one.invoices_made],
          ['Id', <span class="mono">{one.id}</span>, 'long'],
        ]}
      />
    </Card>
  );
}
