import { Download } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { saveFile } from '../../kit/data/files.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import type { CreditNoteData } from './invoice-data.ts';
import { invoiceTexts as t } from './texts.ts';
import './invoices.css';

/** One credit note: what it takes back, and how far the money is. */
export function CreditNotePage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getCreditNote, { params: { id } }, { everyMs: 15_000 });
  const note = answer?.data;
  const crumbs = [
    [t.invoices, at('/invoices')],
    [t.creditNotes, at('/invoices/credit-notes')],
  ] as const;
  if (!note)
    return (
      <Page title={t.creditNote} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading />}
      </Page>
    );
  async function save(): Promise<void> {
    try {
      saveFile((await client.getCreditNotePdf({ params: { id } })).data, `${note?.number ?? id}.pdf`);
    } catch (failed) {
      toast(String(failed));
    }
  }
  return (
    <Page
      title={note.number}
      crumbs={crumbs}
      badge={note.refund_status !== 'none' && <Status of="credit" status={note.refund_status} pill />}
      lead={t.cnLead(note.invoice_number)}
      acts={
        <>
          <Button icon={Download} onClick={() => void save()}>
            {t.pdf}
          </Button>
          {may('invoices:write') && <RefundActs note={note} />}
        </>
      }
    >
      <Columns main={<What note={note} />} side={<Facts note={note} />} />
    </Page>
  );
}

type NoteProps = { readonly note: CreditNoteData };

/** What to do with money that could not be refunded. */
function RefundActs({ note }: NoteProps): VNode | null {
  const [asking, setAsking] = useState<'cash' | 'keep' | null>(null);
  const retry = useAct(client.retryCreditNoteRefund);
  const keep = useAct(client.keepCreditNoteAsCredit);
  const { id, refund_status, currency } = note;
  if (refund_status !== 'failed' && refund_status !== 'kept') return null;
  const params = { id };
  const left = moneyText(note.amount_refunded - note.amount_returned, currency);
  const close = (): void => setAsking(null);
  return (
    <>
      <Button kind="primary" busy={retry.busy} onClick={() => void retry.run({ params })}>
        {t.cnRetry}
      </Button>
      <Button onClick={() => setAsking('cash')}>{t.cnCash}</Button>
      {refund_status === 'failed' && <Button onClick={() => setAsking('keep')}>{t.cnKeep}</Button>}
      {asking === 'cash' && (
        <Confirm
          title={t.cnCashTitle}
          consequences={[t.cnCashMore(left)]}
          keep={t.notNow}
          go={t.cnCash}
          busy={retry.busy}
          fault={retry.error?.message ?? null}
          onClose={close}
          onGo={async () => {
            if (await retry.run({ params, body: { in_cash: true } })) close();
          }}
        />
      )}
      {asking === 'keep' && (
        <Confirm
          title={t.cnKeepTitle}
          consequences={[t.cnKeepMore, t.cnKeepMore2]}
          keep={t.notNow}
          go={t.cnKeep}
          busy={keep.busy}
          fault={keep.error?.message ?? null}
          onClose={close}
          onGo={async () => {
            if (await keep.run({ params })) close();
          }}
        />
      )}
      {asking === null && retry.error && (
        <p class="fault" role="alert">
          {retry.error.message}
        </p>
      )}
    </>
  );
}

function What({ note }: NoteProps): VNode {
  const { currency, items, refunds } = note;
  return (
    <>
      <div class="invoice-answer">
        <span class="quiet">{t.credited}</span>
        <div class="huge">
          <Money amount={note.amount} currency={currency} />
        </div>
      </div>
      {note.refund_status === 'failed' && <Note meaning="bad">{t.cnFailed}</Note>}
      {items.length > 0 && (
        <Card title={t.lines} bare>
          <ul class="invoice-lines">
            {items.map(({ line, description, quantity, amount }) => (
              <li key={line}>
                <div class="grow">
                  {description}
                  <small>{quantity}</small>
                </div>
                <Money amount={amount} currency={currency} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {refunds.length > 0 && (
        <Card title={t.cnRefund} bare>
          <ul class="invoice-lines">
            {refunds.map(({ payment_id, amount, status, failure }) => (
              <li key={payment_id}>
                <div class="grow">
                  <a class="link" href={at(`/payments/${payment_id}`)}>
                    <Status of="refund" status={status} />
                  </a>
                  {failure && <small class="fault">{failure.message}</small>}
                </div>
                <Money amount={amount} currency={currency} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Facts({ note }: NoteProps): VNode {
  const { currency } = note;
  return (
    <Card title={t.facts}>
      <KeyValues
        rows={[
          [
            t.cnFor,
            <a class="link" href={at(`/invoices/${note.invoice_id}`)}>
              {note.invoice_number}
            </a>,
          ],
          note.reason !== null && [t.cnReason, note.reason],
          note.tax_total > 0 && ['GST', <Money amount={note.tax_total} currency={currency} />],
          note.amount_refunded > 0 && [
            t.cnRefund,
            <Money amount={note.amount_refunded} currency={currency} />,
          ],
          note.amount_refunded > 0 && [
            t.cnReturned,
            <Money amount={note.amount_returned} currency={currency} />,
          ],
          [t.cnWhen, momentText(note.created_at)],
          ['Id', <span class="mono">{note.id}</span>, 'long'],
        ]}
      />
    </Card>
  );
}
