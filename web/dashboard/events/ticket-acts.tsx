import { Ban, Send, UserRoundPen } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { Menu } from '../../kit/parts/menu.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import type { EventData, TicketData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';
import { BlockDialog, TransferDialog, VoidDialog } from './ticket-dialogs.tsx';
import { eventTexts } from './texts.ts';

/** What was pressed for a ticket. */
export type AskedTicket = { readonly ticket: TicketData; readonly act: 'transfer' | 'block' | 'void' };

/** What can be done with one ticket; what has to be asked first is asked by whoever shows it, outside of any row. */
export function TicketMenu({
  ticket,
  event,
  ask,
}: {
  readonly ticket: TicketData;
  /** What it is for; null while it is not known. */
  readonly event: EventData | null;
  readonly ask: (asked: AskedTicket) => void;
}): VNode | null {
  const resend = useResend(ticket);
  const unblock = useAct(client.unblockTicket);
  const sells = may('tickets:sell');
  const rules = may('tickets:refund');
  const { status, holder, code } = ticket;
  if (status === 'void' || !(sells || rules)) return null;
  const asks =
    (act: AskedTicket['act']): (() => void) =>
    () =>
      ask({ ticket, act });
  return (
    <Menu
      class="button ghost square s"
      label={eventTexts.actsOf(holder.name ?? code)}
      items={[
        sells && { name: t.resend, icon: Send, onClick: resend },
        rules &&
          status === 'valid' &&
          event?.status !== 'cancelled' && {
            name: t.transfer,
            icon: UserRoundPen,
            onClick: asks('transfer'),
          },
        rules && status !== 'blocked' && { name: t.block, onClick: asks('block') },
        rules &&
          status === 'blocked' && {
            name: t.unblock,
            onClick: () => void unblock.run({ params: { id: ticket.id } }),
          },
        rules && { name: t.void, icon: Ban, danger: true, onClick: asks('void') },
      ]}
    />
  );
}

/** What was asked for about a ticket. */
export function TicketAsked({
  asked: { ticket, act },
  close,
}: {
  readonly asked: AskedTicket;
  readonly close: () => void;
}): VNode {
  if (act === 'transfer') return <TransferDialog ticket={ticket} close={close} />;
  if (act === 'block') return <BlockDialog ticket={ticket} close={close} />;
  return <VoidDialog ticket={ticket} close={close} />;
}

/** Sends it once more to whoever has it, and says to whom, or why not. */
function useResend({ id, holder }: TicketData): () => void {
  const act = useAct(client.resendTicket);
  async function send(): Promise<void> {
    const to = holder.phone === null ? (holder.email ?? t.buyer) : phoneText(holder.phone);
    const sent = await act.run({ params: { id } }, { refuse: (error) => toast(error.message) });
    if (sent) toast(t.resent(to));
  }
  return () => void send();
}
