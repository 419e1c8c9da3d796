import { Copy, FileMinus, HandCoins, Hash, Pencil, Repeat, Send, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { useAskedAtOnce } from '../../kit/list/asked-at-once.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { at } from '../paths.ts';
import { actTexts as a } from './act-texts.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { EndDialog, NumberDialog, WaiveDialog, type Ending } from './end-dialogs.tsx';
import type { InvoiceData } from './invoice-data.ts';
import { PayDialog } from './pay-dialog.tsx';
import { RemindDialog, SendDialog } from './send-dialog.tsx';

type Asking = Ending | 'send' | 'remind' | 'pay' | 'credit' | 'number' | 'waive';

type ActsProps = { readonly invoice: InvoiceData; readonly etag: string | null };

/** What can be done about an invoice as it stands. */
export function InvoiceActs({ invoice, etag }: ActsProps): VNode | null {
  const { asking, ask, end } = useAskedAtOnce<Asking>({
    send: 'send',
    refund: canCredit(invoice) ? 'credit' : null,
  });
  if (!may('invoices:write')) return null;
  return (
    <>
      {invoice.status === 'draft' ? (
        <DraftActs invoice={invoice} ask={ask} />
      ) : (
        <OpenActs invoice={invoice} ask={ask} />
      )}
      {asking === 'send' && <SendDialog invoice={invoice} close={end} />}
      {asking === 'remind' && <RemindDialog invoice={invoice} close={end} />}
      {asking === 'pay' && <PayDialog invoice={invoice} close={end} />}
      {asking === 'credit' && <CreditDialog invoice={invoice} close={end} />}
      {asking === 'number' && <NumberDialog invoice={invoice} close={end} />}
      {asking === 'waive' && <WaiveDialog invoice={invoice} close={end} />}
      {(asking === 'void' || asking === 'give-up' || asking === 'remove') && (
        <EndDialog invoice={invoice} etag={etag} ending={asking} close={end} />
      )}
    </>
  );
}

function canCredit({ status, amount_credited, total }: InvoiceData): boolean {
  return !['draft', 'void'].includes(status) && amount_credited < total;
}

type SomeActs = { readonly invoice: InvoiceData; readonly ask: (asking: Asking) => void };

function DraftActs({ invoice, ask }: SomeActs): VNode {
  const duplicate = useDuplicate(invoice.id);
  return (
    <>
      <ButtonLink icon={Pencil} href={at(`/invoices/${invoice.id}/edit`)}>
        {a.edit}
      </ButtonLink>
      <Button kind="primary" icon={Send} onClick={() => ask('send')}>
        {a.sendSum(moneyText(invoice.total, invoice.currency))}
      </Button>
      <Menu
        items={[
          { name: a.number, icon: Hash, onClick: () => ask('number') },
          { name: a.duplicate, icon: Copy, onClick: duplicate },
          { name: a.again, icon: Repeat, href: at(`/invoices/recurring/new?from=${invoice.id}`) },
          { name: a.remove, icon: Trash2, danger: true, onClick: () => ask('remove') },
        ]}
      />
    </>
  );
}

function OpenActs({ invoice, ask }: SomeActs): VNode {
  const duplicate = useDuplicate(invoice.id);
  const { status, amount_due, late_fees, amount_paid, sent_at } = invoice;
  const isOwed = amount_due > 0 && status !== 'void';
  const isOver = status === 'void' || status === 'paid';
  const feeLeft = late_fees.some((fee) => fee.amount > fee.amount_waived) && isOwed;
  return (
    <>
      {isOwed && (
        <Button icon={HandCoins} onClick={() => ask('pay')}>
          {a.pay}
        </Button>
      )}
      {status !== 'void' && (
        <Button kind={isOwed ? 'primary' : 'plain'} icon={Send} onClick={() => ask('send')}>
          {sent_at === null ? a.send : a.sendAgain}
        </Button>
      )}
      <Menu
        items={[
          isOwed && status !== 'uncollectible' && { name: a.remind, onClick: () => ask('remind') },
          !isOver && { name: a.change, icon: Pencil, href: at(`/invoices/${invoice.id}/edit`) },
          canCredit(invoice) && { name: a.credit, icon: FileMinus, onClick: () => ask('credit') },
          feeLeft && { name: a.waive, onClick: () => ask('waive') },
          { name: a.duplicate, icon: Copy, onClick: duplicate },
          { name: a.again, icon: Repeat, href: at(`/invoices/recurring/new?from=${invoice.id}`) },
          !isOver &&
            status !== 'uncollectible' && { name: a.giveUp, danger: true, onClick: () => ask('give-up') },
          !isOver && {
            name: a.void,
            danger: true,
            off: amount_paid > 0 && a.voidPaid,
            onClick: () => ask('void'),
          },
        ]}
      />
    </>
  );
}

/** A new draft with the same lines, to go on writing in. */
function useDuplicate(id: string): () => void {
  const act = useAct(client.duplicateInvoice);
  const { route } = useLocation();
  async function duplicate(): Promise<void> {
    const answer = await act.run({ params: { id } });
    if (answer) route(at(`/invoices/${answer.data.id}/edit`));
  }
  return () => void duplicate();
}
