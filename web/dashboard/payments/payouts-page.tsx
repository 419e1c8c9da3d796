import { limits } from 'form:createPayout';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { MoneyField, PhoneField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { pageNames } from './page-names.ts';
import { paymentTexts as t } from './texts.ts';
import { providerNames } from './words.ts';

/** Money on its way from a provider to the merchant. */
export function PayoutsPage(): VNode {
  const [asking, setAsking] = useState(false);
  const act = may('payouts:write') && (
    <Button kind="primary" onClick={() => setAsking(true)}>
      {t.payOut}
    </Button>
  );
  return (
    <Page title={pageNames.payouts} crumbs={[[pageNames.payments, at('/payments')]]} acts={act}>
      <List
        operation={client.listPayouts}
        label={pageNames.payouts}
        keyOf={({ id }) => id}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(['pending', 'paid', 'failed']),
          },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothingPayout}
        empty={<Empty title={t.emptyPayouts} text={t.emptyPayoutsText} acts={act} />}
        columns={[
          {
            key: 'to',
            title: t.destination,
            phone: 1,
            cell: ({ destination, description }) => (
              <>
                {destinationText(destination) || t.noDestination}
                <small>{description}</small>
              </>
            ),
          },
          {
            key: 'status',
            title: t.status,
            phone: 3,
            cell: ({ status, failure, by_hand }) => (
              <>
                <Status of="payout" status={status} />
                <small>{failure?.message ?? (by_hand ? t.byHand : '')}</small>
              </>
            ),
          },
          { key: 'provider', title: t.provider, cell: ({ provider }) => providerNames[provider] },
          {
            key: 'amount',
            title: t.amount,
            right: true,
            phone: 2,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            key: 'when',
            title: t.when,
            right: true,
            phone: 4,
            cell: ({ created_at, paid_at }) => nearText(paid_at ?? created_at),
          },
        ]}
      />
      {asking && <PayOut close={() => setAsking(false)} />}
    </Page>
  );
}

type Kind = 'phone' | 'bank';

const DESTINATIONS = {
  phone: ['phone'],
  bank: ['bank', 'account_number', 'account_name'],
} as const satisfies Record<Kind, readonly string[]>;

type Lying = { readonly provider: string; readonly currency: string; readonly amount: number };

/** With a provider lies money of several currencies, each for itself. */
function whereOf({ provider, currency }: Lying): string {
  return `${provider} ${currency}`;
}

function lyingText({ provider, currency, amount }: Lying): string {
  return `${providerNames[provider] ?? provider}: ${moneyText(amount, currency)}`;
}

function PayOut({ close }: { readonly close: () => void }): VNode {
  const { answer } = useCall(client.getBalance, {});
  const form = useForm({
    limits,
    initial: {
      amount: '',
      provider: '',
      'destination.phone': '',
      'destination.bank': '',
      'destination.account_number': '',
      'destination.account_name': '',
      description: '',
    },
  });
  const [kind, setKind] = useState<Kind>('phone');
  const act = useAct(client.createPayout);
  const available = answer?.data.available ?? [];
  const [most, ...others] = available;
  const chosen = others.find((one) => whereOf(one) === form.text('provider')) ?? most;
  async function send(): Promise<void> {
    // What was read is what is sent: the same amount may lie in another currency too.
    const from = chosen && { provider: chosen.provider, currency: chosen.currency };
    if (await act.run({ body: { ...form.body(), ...from } as never }, form)) close();
  }
  /** The money goes to one place: what was typed of another is not sent with it. */
  function choose(next: Kind): void {
    for (const name of DESTINATIONS[kind]) form.set(`destination.${name}`, '');
    setKind(next);
  }
  return (
    <Dialog title={t.payOutTitle} onClose={close}>
      <Form form={form} onSubmit={send} label={t.payOutTitle}>
        {chosen && <p class="quiet">{t.left(moneyText(chosen.amount, chosen.currency))}</p>}
        <MoneyField
          form={form}
          name="amount"
          label={t.amount}
          currency={chosen?.currency ?? 'SLE'}
          autofocus
        />
        {most && others.length > 0 && (
          <SelectField
            form={form}
            name="provider"
            label={t.provider}
            options={others.map((one) => [whereOf(one), lyingText(one)])}
            none={lyingText(most)}
          />
        )}
        <Segmented
          label={t.destination}
          options={[
            ['phone', t.destinationPhone],
            ['bank', t.destinationBank],
          ]}
          value={kind}
          onChange={choose}
        />
        {kind === 'phone' ? (
          <PhoneField form={form} name="destination.phone" label={t.destinationPhone} />
        ) : (
          <>
            <TextField form={form} name="destination.bank" label={t.bank} />
            <TextField
              form={form}
              name="destination.account_number"
              label={t.accountNumber}
              inputmode="numeric"
            />
            <TextField form={form} name="destination.account_name" label={t.accountName} />
          </>
        )}
        <TextField form={form} name="description" label={t.words} />
        <Note>{t.payoutTells}</Note>
        <FormActs
          form={form}
          save={
            form.text('amount') && chosen
              ? t.payIt(`${moneyText(form.text('amount').replaceAll(',', ''), chosen.currency)}`)
              : t.payIt0
          }
          busy={act.busy}
          always
        />
      </Form>
    </Dialog>
  );
}

/** Where money goes, a phone as people write it. */
function destinationText(destination: Readonly<Record<string, string>>): string {
  return Object.entries(destination)
    .map(([name, value]) => (name === 'phone' ? phoneText(value) : value))
    .filter(Boolean)
    .join(', ');
}
