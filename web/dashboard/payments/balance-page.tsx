import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { hrefOf } from '../../kit/list/address.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty, Loading, Problem } from '../../kit/parts/states.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { hrefOfId } from '../shell/things.ts';
import { Page } from '../shell/page.tsx';
import { pageNames } from './page-names.ts';
import { paymentTexts as t } from './texts.ts';
import { bookedText, bookText, providerNames } from './words.ts';

const FILTERS = ['account', 'subject', 'created_from', 'created_to'];

/** What is owed and can be paid out, each account, and every entry of the ledger. */
export function BalancePage(): VNode {
  const { answer, error, again } = useCall(client.getBalance, {});
  const balance = answer?.data;
  return (
    <Page
      title={pageNames.balance}
      crumbs={[[pageNames.payments, at('/payments')]]}
      acts={
        <>
          <CsvButton path="/ledger/entries" filters={FILTERS} />
          {may('payouts:write') && (
            <ButtonLink kind="primary" href={at('/payments/payouts')}>
              {t.payOut}
            </ButtonLink>
          )}
        </>
      }
    >
      {balance ? (
        <div class="fields two gap-below">
          <Card title={t.available}>
            {balance.available.length === 0 && <p class="quiet">{t.nowhere}</p>}
            {balance.available.map(({ provider, amount, currency }) => (
              <div class="row">
                <span class="grow">{providerNames[provider] ?? provider}</span>
                <span class="large">
                  <Money amount={amount} currency={currency} />
                </span>
              </div>
            ))}
            <div class="row gap-top">
              <span class="grow quiet">{t.owed}</span>
              <Money amount={balance.owed} currency={balance.currency} />
            </div>
          </Card>
          <Card title={t.accounts} bare>
            <ul class="line-rows">
              {balance.accounts.length === 0 && <li class="quiet">{t.nothingBooked}</li>}
              {together(balance.accounts).map(({ account, many, balance: standing, currency }) => (
                <li>
                  {many > 1 ? (
                    <a class="link" href={at(TOGETHER[nameIn(account)] ?? '')}>
                      {nameIn(account) === 'cash_drawer' ? t.inDrawers(many) : t.withCouriers(many)}
                    </a>
                  ) : (
                    <a class="link" href={hrefOf(at('/payments/balance'), { account })}>
                      {bookText(account)}
                    </a>
                  )}
                  <span class="end">
                    <Money amount={standing} currency={currency} />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading rows={2} />
      )}
      <h2 class="list-title">{t.entries}</h2>
      <List
        operation={client.listLedgerEntries}
        label={t.entries}
        keyOf={({ transaction_id, account }) => `${transaction_id} ${account}`}
        filters={[
          { name: 'account', label: t.account, kind: 'text' },
          { name: 'subject', label: t.about, kind: 'text' },
          { name: 'created_from', label: t.from, kind: 'date' },
          { name: 'created_to', label: t.to, kind: 'date' },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothingEntry}
        empty={<Empty title={t.emptyEntries} text={t.emptyEntriesText} />}
        columns={entryColumns()}
      />
    </Page>
  );
}

type Account = AnswerOf<'getBalance'>['data']['accounts'][number];

/** Of which accounts there are many, each named by an id that says nothing here, and where each is shown by itself. */
const TOGETHER: Readonly<Record<string, string>> = {
  courier_cash: '/deliveries/cash',
  cash_drawer: '/till/cash',
};

const nameIn = (account: string): string => account.split(':')[0] ?? account;

/** Accounts with all couriers' as one, and all drawers' of tills. */
function together(accounts: readonly Account[]): readonly (Account & { readonly many: number })[] {
  const lines = new Map<string, Account & { readonly many: number }>();
  for (const one of accounts) {
    const isOfMany = one.account.includes(':') && TOGETHER[nameIn(one.account)] !== undefined;
    const key = `${isOfMany ? `${nameIn(one.account)}:` : one.account} ${one.currency}`;
    const before = lines.get(key);
    lines.set(key, {
      ...one,
      balance: one.balance + (before?.balance ?? 0),
      many: isOfMany ? (before?.many ?? 0) + 1 : 0,
    });
  }
  return [...lines.values()];
}

/** What an entry is about: a parcel by its number, and what nobody knows by its id as the way to it. */
function Subject({ id }: { readonly id: string }): VNode {
  const href = hrefOfId(id);
  const said = id.startsWith('SHP-') ? id : t.openSubject;
  return (
    <small>
      {href === null ? (
        <span class="mono">{id}</span>
      ) : (
        <a class="link" href={href}>
          {said}
        </a>
      )}
    </small>
  );
}

/** Both sides of an entry at a desk; on a phone one, in which what goes out has its sign. */
function entryColumns(): readonly Column<RowOf<'listLedgerEntries'>>[] {
  return [
    {
      key: 'kind',
      title: t.what,
      phone: 1,
      cell: ({ kind, subject }) => (
        <>
          {bookedText(kind)}
          <Subject id={subject} />
        </>
      ),
    },
    {
      key: 'account',
      title: t.account,
      phone: 3,
      cell: ({ account }) => bookText(account),
    },
    {
      key: 'debit',
      title: t.debit,
      right: true,
      phone: 2,
      cell: ({ amount, currency }) => (
        <span class={amount > 0 ? '' : 'only-phone'}>
          <Money amount={amount} currency={currency} />
        </span>
      ),
    },
    {
      key: 'credit',
      title: t.credit,
      right: true,
      cell: ({ amount, currency }) => amount < 0 && <Money amount={-amount} currency={currency} />,
    },
    { key: 'when', title: t.when, right: true, phone: 4, cell: ({ at: when }) => nearText(when) },
  ];
}
