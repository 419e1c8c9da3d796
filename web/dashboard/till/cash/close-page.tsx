import { CottontreeError } from '@cottontree/client';
import { limits } from 'form:closeCashSession';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm, type FormState } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { LongTextField, MoneyField, SelectField, SwitchField } from '../../../kit/parts/fields.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { Figure } from '../figure.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tenderText, tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { byId, when } from '../when.ts';
import { differenceText, drawerName, type Report } from './report.ts';
import { cashTexts as t } from './texts.ts';
import '../till.css';

/** Notes and coins of a currency, the largest first; of others only the sum is written. */
const DENOMINATIONS: Readonly<Record<string, readonly number[]>> = {
  SLE: [20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
};
const AMOUNT = { type: 'amount' as const };
const LIMITS = { ...limits, cash: AMOUNT };

/** Counts a drawer beside what should be in it, and closes it with its Z report. */
export function ClosePage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const sees = may('cash:write');
  const { answer, error, again } = useCall(client.getCashReport, when(sees, byId(id)));
  const names = useNames();
  const crumbs = [[t.title, at('/till/cash')]] as const;
  const report = answer?.data;
  if (!sees)
    return (
      <Page title={t.closeTitle} crumbs={crumbs}>
        <NotAllowed scope="cash:write" />
      </Page>
    );
  if (!report)
    return (
      <Page title={t.closeTitle} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={t.closeTitle}
      crumbs={[...crumbs, [drawerName(report, names), at(`/till/cash/${id}`)]]}
      lead={`${drawerName(report, names)}. ${t.closeLead}`}
    >
      <CloseForm report={report} people={choicesOf(names.people)} />
    </Page>
  );
}

type Counts = Readonly<Record<number, string>>;

function CloseForm({
  report,
  people,
}: {
  readonly report: Report;
  readonly people: readonly (readonly [string, string])[];
}): VNode {
  const others = report.tenders.filter(({ tender }) => tender !== 'cash');
  const [counts, setCounts] = useState<Counts>({});
  const [isHeldBack, setHeldBack] = useState(false);
  const { route } = useLocation();
  const form = useForm({
    limits: LIMITS,
    initial: {
      cash: '',
      note: '',
      staff_id: '',
      force: false,
      ...Object.fromEntries(others.map(({ tender }) => [`tender ${tender}`, ''])),
    },
    keep: `close-${report.cash_session_id}`,
  });
  const cash = Number(form.text('cash').replaceAll(',', ''));
  const expected = report.tenders.find(({ tender }) => tender === 'cash')?.expected ?? 0;
  const difference = form.text('cash') === '' ? null : Math.round((cash - expected) * 1000) / 1000;

  function count(value: number, text: string): void {
    const next = { ...counts, [value]: text };
    setCounts(next);
    const cents = Object.entries(next).reduce(
      (sum, [one, many]) => sum + Math.round(Number(one) * 100) * (Number(many) || 0),
      0,
    );
    form.set('cash', (cents / 100).toFixed(2));
  }
  async function close(): Promise<void> {
    const { note, staff_id, force } = form.body();
    const body = { counted: countedOf(form, counts), note, staff_id, ...(force === true ? { force } : {}) };
    try {
      await client.closeCashSession({ params: { id: report.cash_session_id }, body: asBody(body) });
    } catch (error) {
      setHeldBack(error instanceof CottontreeError && error.code === 'UNSYNCED_SALES');
      throw error;
    }
    route(at(`/till/cash/${report.cash_session_id}`));
  }
  return (
    <ThingForm
      form={form}
      label={t.closeTitle}
      save={difference === null ? t.countAndClose : t.closeGo(moneyText(cash, report.currency))}
      onSave={close}
      sticky
    >
      <Columns
        main={
          <>
            <Notes currency={report.currency} counts={counts} count={count} />
            <Others form={form} report={report} />
          </>
        }
        side={
          <Card title={t.difference}>
            <div class="stack">
              <div class={`till-differs ${(difference ?? 0) < 0 ? 'short' : ''}`}>
                <Figure label={t.difference} more={differenceText(difference, report.currency)}>
                  {difference === null ? '' : <Money amount={difference} currency={report.currency} />}
                </Figure>
              </div>
              <MoneyField
                form={form}
                name="cash"
                label={t.cashSum}
                hint={t.cashHint}
                currency={report.currency}
              />
              {people.length > 0 && (
                <SelectField
                  form={form}
                  name="staff_id"
                  label={t.whoCounts}
                  options={people}
                  none={t.yourself}
                />
              )}
              <LongTextField form={form} name="note" label={tillTexts.note} hint={t.closeNote} rows={2} />
              {isHeldBack && <SwitchField form={form} name="force" label={t.force} hint={t.unsyncedTitle} />}
              <p class="small quiet">{t.final}</p>
            </div>
          </Card>
        }
      />
    </ThingForm>
  );
}

/** What was paid in other ways: counted by their slips. */
function Others({ form, report }: { readonly form: FormState; readonly report: Report }): VNode | null {
  const others = report.tenders.filter(({ tender }) => tender !== 'cash');
  if (others.length === 0) return null;
  return (
    <Card title={t.others}>
      <div class="fields two">
        <p class="small quiet whole">{t.othersHint}</p>
        {others.map(({ tender, expected }) => (
          <MoneyField
            form={form}
            name={`tender ${tender}`}
            label={tenderText(tender)}
            hint={`${t.expected} ${moneyText(expected, report.currency)}`}
            currency={report.currency}
          />
        ))}
      </div>
    </Card>
  );
}

function countedOf(form: FormState, counts: Counts): readonly object[] {
  const written = (name: string): string => form.text(name).trim().replaceAll(',', '');
  const denominations = Object.entries(counts)
    .map(([value, many]) => ({ value: Number(value), count: Number(many) || 0 }))
    .filter(({ count }) => count > 0);
  const byCoin =
    denominations.reduce((sum, { value, count }) => sum + Math.round(value * 100) * count, 0) / 100;
  const tenders = Object.keys(form.values.value).filter(
    (name) => name.startsWith('tender ') && written(name) !== '',
  );
  return [
    ...(written('cash') === ''
      ? []
      : [
          {
            tender: 'cash',
            amount: written('cash'),
            ...(byCoin === Number(written('cash')) ? { denominations } : {}),
          },
        ]),
    ...tenders.map((name) => ({ tender: name.slice('tender '.length), amount: written(name) })),
  ];
}

function Notes({
  currency,
  counts,
  count,
}: {
  readonly currency: string;
  readonly counts: Counts;
  readonly count: (value: number, text: string) => void;
}): VNode | null {
  const values = DENOMINATIONS[currency];
  if (!values) return null;
  return (
    <Card title={t.notesAndCoins}>
      <div class="till-notes">
        {values.map((value) => (
          <label>
            <Money amount={value} currency={currency} />
            <Input
              type="text"
              class="input till-quantity"
              inputMode="numeric"
              placeholder="0"
              aria-label={t.countOf(moneyText(value, currency))}
              value={counts[value] ?? ''}
              onText={(text) => count(value, text)}
            />
          </label>
        ))}
      </div>
    </Card>
  );
}
