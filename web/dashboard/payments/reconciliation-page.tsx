import type { Answer, AnswerOf } from '@cottontree/client';
import { limits } from 'form:createReconciliation';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { readingTexts, readTextFile } from '../../kit/form/read-text-file.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { nearText } from '../../kit/format/time.ts';
import { List } from '../../kit/list/list-page.tsx';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { pageNames } from './page-names.ts';
import { paymentTexts as t } from './texts.ts';
import { bookText, providerOptions } from './words.ts';

type Result = AnswerOf<'createReconciliation'> extends Answer<infer Data> ? Data : never;

const STATUSES = ['missing_here', 'missing_there', 'amount_mismatch', 'duplicate', 'matched'] as const;

/** Payments held against what a provider or a bank booked. */
export function ReconciliationPage(): VNode {
  return (
    <Page
      title={pageNames.reconciliation}
      crumbs={[[pageNames.payments, at('/payments')]]}
      acts={<CsvButton path="/reconciliation/items" filters={['status', 'reconciliation_id']} />}
    >
      {may('payouts:write') && <Compare />}
      <h2 class="list-title">{t.items}</h2>
      <List
        operation={client.listReconciliationItems}
        label={t.items}
        keyOf={({ id }) => id}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: STATUSES.map((one) => [one, bookText(one)]),
          },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothingItem}
        empty={<Empty title={t.emptyItems} text={t.emptyItemsText} />}
        columns={[
          {
            key: 'ref',
            title: t.providerRef,
            phone: 1,
            cell: ({ provider_ref, payment_id }) => (
              <>
                {provider_ref ?? <span class="faint">{common.none}</span>}
                <small>
                  {payment_id && (
                    <a class="link" href={at(`/payments/${payment_id}`)}>
                      {payment_id}
                    </a>
                  )}
                </small>
              </>
            ),
          },
          {
            key: 'status',
            title: t.status,
            phone: 3,
            cell: ({ status }) => (
              <Said
                meaning={status === 'matched' ? 'good' : 'bad'}
                glyph={status === 'matched' ? 'tick' : 'bang'}
              >
                {bookText(status)}
              </Said>
            ),
          },
          {
            key: 'there',
            title: t.booking,
            right: true,
            phone: 2,
            cell: ({ provider_amount, provider_currency }) =>
              provider_amount === null ? (
                common.none
              ) : (
                <Money amount={provider_amount} currency={provider_currency ?? 'SLE'} />
              ),
          },
          {
            key: 'here',
            title: t.ours,
            right: true,
            cell: ({ amount, currency }) =>
              amount === null ? common.none : <Money amount={amount} currency={currency ?? 'SLE'} />,
          },
          {
            key: 'when',
            title: t.when,
            right: true,
            phone: 4,
            cell: ({ provider_at, created_at }) => nearText(provider_at ?? created_at),
          },
        ]}
      />
    </Page>
  );
}

/** First compared without keeping anything, then kept. */
function Compare(): VNode {
  const form = useForm({ limits, initial: { provider: 'manual', since: '' } });
  const act = useAct(client.createReconciliation);
  const [csv, setCsv] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  async function read(file: File | undefined): Promise<void> {
    const text = file ? await readTextFile(file) : null;
    setCsv(text);
    form.faults.value = file && text === null ? { '': readingTexts.noUnicode } : {};
  }
  async function compare(dryRun: boolean): Promise<void> {
    const since = form.text('since');
    const bookings = csv !== null ? { csv } : since !== '' ? { source: 'provider' as const } : null;
    if (bookings === null) {
      form.faults.value = { '': t.pickFile };
      return;
    }
    const answer = await act.run(
      {
        query: { dry_run: dryRun },
        body: { provider: form.text('provider') as 'manual', ...bookings, ...(since ? { since } : {}) },
      },
      form,
    );
    setResult(answer?.data ?? null);
  }
  return (
    <Card title={t.reconTitle}>
      <Form form={form} onSubmit={() => compare(true)} label={t.reconTitle}>
        <p class="quiet small">{t.reconText}</p>
        <div class="fields two">
          <SelectField form={form} name="provider" label={t.provider} options={providerOptions()} />
          <label class="field">
            <span>{t.file}</span>
            <input
              class="input"
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => void read(event.currentTarget.files?.[0])}
            />
          </label>
          <TextField form={form} name="since" label={`${t.since} (${t.orAsk})`} type="date" />
        </div>
        {result && <Found result={result} />}
        <FormFault form={form} />
        <div class="row wrap">
          <Button type="submit" busy={act.busy}>
            {t.compare}
          </Button>
          <Button kind="primary" busy={act.busy} onClick={() => void compare(false)}>
            {t.keepResult}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Found({ result }: { readonly result: Result }): VNode {
  const amiss = result.missing_here + result.missing_there + result.amount_mismatch + result.duplicate;
  return (
    <Note meaning={amiss === 0 ? 'good' : 'wait'}>
      <b>{t.result}:</b> {result.matched} {t.matched}, {result.missing_here} {t.missingHere},{' '}
      {result.missing_there} {t.missingThere}, {result.amount_mismatch} {t.mismatch}, {result.duplicate}{' '}
      {t.duplicate}. {result.dry_run && t.dry}
    </Note>
  );
}
