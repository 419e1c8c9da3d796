import type { DeliverySummary } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useCall, useAct } from '../../kit/data/queries.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { counted, texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';

const t = texts(
  {
    backTitle: 'Have the parcel brought back?',
    backHalf: 'is charged for the way back, half of the fee',
    backJob:
      'It gets a number and codes of its own; you give the courier its delivery code when you hold the parcel',
    leave: 'Leave it there',
    back: 'Bring it back',
    forgetTitle: (phone: string) => `Forget everybody at ${phone}?`,
    forgetDeliveries: (count: number) =>
      `Name, phones, address and notes go from ${counted(count, 'delivery', 'deliveries')}, for good`,
    forgetMore: 'Saved addresses with this number are deleted, and messages lose phone and text',
    forgetStays: 'What was delivered, when and for how much stays',
    keep: 'Keep them',
    forget: 'Forget them',
    word: 'FORGET',
    forgotten: (deliveries: number, addresses: number, notices: number) =>
      `Forgotten in ${counted(deliveries, 'delivery', 'deliveries')}, ${counted(addresses, 'address', 'addresses')} and ${counted(notices, 'message', 'messages')}.`,
  },
  {
    backTitle: 'Mek dɛn briŋ di pasul bak?',
    backHalf: 'na fɔ di rod fɔ kam bak, af pan di fi',
    backJob: 'I go gɛt in yon nɔmba ɛn kod; gi di rayda di kod we yu dɔn ol di pasul',
    leave: 'Lɛf am de',
    back: 'Briŋ am bak',
    forgetTitle: (phone) => `Fɔgɛt ɔl di pipul na ${phone}?`,
    forgetDeliveries: (count) => `Nem, fon, adrɛs ɛn not go kɔmɔt na ${count} dilivri, fɔ ɔltɛm`,
    forgetMore: 'Adrɛs dɛn wit dis nɔmba go go, ɛn mɛsej dɛn go lɔs fon ɛn wetin dɛn se',
    forgetStays: 'Wetin dɛn gi, ustɛm ɛn fɔ ɔmɔs go de',
    keep: 'Kip dɛn',
    forget: 'Fɔgɛt dɛn',
    word: 'FƆGƐT',
    forgotten: (deliveries, addresses, notices) =>
      `Dɔn fɔgɛt na ${deliveries} dilivri, ${addresses} adrɛs ɛn ${notices} mɛsej.`,
  },
);

type Props = { readonly delivery: DeliverySummary; readonly close: () => void };

/** Has a failed parcel brought back, for half the fee. */
export function ReturnDialog({ delivery, close }: Props): VNode {
  const { route } = useLocation();
  const bring = useAct(client.returnDelivery);
  return (
    <Confirm
      title={t.backTitle}
      consequences={[
        <span>
          <Money amount={delivery.shipping_fee / 2} currency={delivery.currency} /> {t.backHalf}
        </span>,
        t.backJob,
      ]}
      keep={t.leave}
      go={t.back}
      busy={bring.busy}
      fault={bring.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        const answer = await bring.run({ params: { jobNumber: delivery.job_number } });
        if (!answer) return;
        close();
        route(at(`/deliveries/${answer.data.job_number}`));
      }}
    />
  );
}

/** Forgets everybody at the phone of a delivery that has ended. */
export function ForgetDialog({ delivery, close }: Props): VNode {
  return <ForgetPhoneDialog phone={delivery.recipient_phone ?? ''} close={close} />;
}

/** Forgets everybody at a phone, in deliveries, addresses and messages. */
export function ForgetPhoneDialog({
  phone,
  close,
}: {
  readonly phone: string;
  readonly close: () => void;
}): VNode {
  const erase = useAct(client.eraseRecipient);
  const { answer } = useCall(client.listDeliveries, { query: { recipient_phone: phone, limit: 1 } });
  return (
    <Confirm
      title={t.forgetTitle(phoneText(phone))}
      consequences={[t.forgetDeliveries(answer?.meta.total ?? 0), t.forgetMore, t.forgetStays]}
      keep={t.keep}
      go={t.forget}
      word={t.word}
      busy={erase.busy}
      fault={erase.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        const done = await erase.run({ body: { phone } });
        if (!done) return;
        toast(t.forgotten(done.data.deliveries, done.data.addresses, done.data.notices));
        close();
      }}
    />
  );
}
