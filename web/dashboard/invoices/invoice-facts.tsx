import { Download, ExternalLink } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { saveFile } from '../../kit/data/files.ts';
import { useCall } from '../../kit/data/queries.ts';
import { Email } from '../../kit/format/email.tsx';
import { phoneText } from '../../kit/format/phone.ts';
import { dateText } from '../../kit/format/time.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import type { InvoiceData } from './invoice-data.ts';
import { invoiceTexts as t } from './texts.ts';
import { feeText, reminderText } from './words.ts';

type InvoiceProps = { readonly invoice: InvoiceData };

/** Whom it is for, its page and its papers, its terms. */
export function InvoiceFacts({ invoice }: InvoiceProps): VNode {
  return (
    <>
      <Papers invoice={invoice} />
      <Whom invoice={invoice} />
      <Facts invoice={invoice} />
      {invoice.credit_note_ids.length > 0 && <CreditNotes invoice={invoice} />}
      {invoice.notes !== null && (
        <Card title={t.notes}>
          <p class="invoice-text">{invoice.notes}</p>
        </Card>
      )}
    </>
  );
}

function Papers({ invoice }: InvoiceProps): VNode {
  const { id, hosted_url, number } = invoice;
  async function save(): Promise<void> {
    try {
      saveFile((await client.getInvoicePdf({ params: { id } })).data, `${number ?? 'draft'}.pdf`);
    } catch (error) {
      toast(String(error));
    }
  }
  return (
    <Card title={t.page}>
      <div class="row wrap">
        {hosted_url !== null && (
          <>
            <ButtonLink size="s" icon={ExternalLink} href={hosted_url} target="_blank">
              {t.openPage}
            </ButtonLink>
            <CopyButton text={hosted_url} label={t.copyLink} />
          </>
        )}
        <Button size="s" icon={Download} onClick={() => void save()}>
          {t.pdf}
        </Button>
      </div>
    </Card>
  );
}

function Whom({ invoice }: InvoiceProps): VNode {
  const { customer, customer_id } = invoice;
  return (
    <Card title={t.whom}>
      <KeyValues
        rows={[
          [t.customer, customer.name ?? t.nobody],
          customer.phone !== null && [
            t.phone,
            <a class="link" href={`tel:${customer.phone}`}>
              {phoneText(customer.phone)}
            </a>,
          ],
          customer.email !== null && [t.email, <Email address={customer.email} />],
          customer.address !== null && [t.address, <span class="invoice-text">{customer.address}</span>],
          customer.tax_id !== null && [t.taxId, customer.tax_id],
        ]}
      />
      {customer_id !== null && (
        <p class="gap-top">
          <a class="link" href={at(`/customers/${customer_id}`)}>
            {t.customerPage}
          </a>
        </p>
      )}
    </Card>
  );
}

function Facts({ invoice }: InvoiceProps): VNode {
  const { currency, late_fee, reminders, min_partial_amount, recurring_invoice_id } = invoice;
  return (
    <Card title={t.facts}>
      <KeyValues
        rows={[
          [t.number, invoice.number ?? t.draftName],
          [t.date, dateText(invoice.issue_date)],
          [t.due, dateText(invoice.due_date)],
          invoice.po_number !== null && [t.poNumber, invoice.po_number],
          invoice.allow_partial_payment && [
            t.inParts,
            min_partial_amount === null ? (
              '✓'
            ) : (
              <>
                {t.leastPart} <Money amount={min_partial_amount} currency={currency} />
              </>
            ),
          ],
          reminders.length > 0 && [
            t.remindersOf,
            reminders.map(({ days_from_due, channel }) => <div>{reminderText(days_from_due, channel)}</div>),
          ],
          late_fee !== null && [t.lateFee, feeText(late_fee, currency)],
          recurring_invoice_id !== null && [
            t.madeBy,
            <a class="link" href={at(`/invoices/recurring/${recurring_invoice_id}`)}>
              {t.recurring}
            </a>,
          ],
          invoice.terms !== null && [t.terms, <span class="invoice-text">{invoice.terms}</span>],
          ['Id', <span class="mono">{invoice.id}</span>, 'long'],
        ]}
      />
    </Card>
  );
}

function CreditNotes({ invoice }: InvoiceProps): VNode {
  const { answer } = useCall(client.listCreditNotes, { query: { invoice_id: invoice.id, limit: 20 } });
  return (
    <Card title={t.creditNotes}>
      <KeyValues
        rows={(answer?.data ?? []).map((note) => [
          <a class="link" href={at(`/invoices/credit-notes/${note.id}`)}>
            {note.number}
          </a>,
          <>
            <Money amount={-note.amount} currency={note.currency} />
            {note.refund_status !== 'none' && (
              <div>
                <Status of="credit" status={note.refund_status} />
              </div>
            )}
          </>,
        ])}
      />
    </Card>
  );
}
