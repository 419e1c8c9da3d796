import type { Call } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:updatePosSettings';
import { Plus } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, shopCurrency } from '../../../kit/data/session.ts';
import { useForm, type FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { MoneyField, SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { LinesField, linesFrom, Paper } from './receipt-lines.tsx';
import { settingsTexts as t } from './texts.ts';
import '../till.css';

const NOTHING: Call<'getPosSettings'> = {};
type Settings = Data<Operations['getPosSettings']>;

/** How the till reckons, numbers and prints; one card a subject, each saves itself. */
export function SettingsPage(): VNode {
  const { answer, error, again } = useCall(client.getPosSettings, NOTHING);
  if (!answer)
    return (
      <Page title={t.title}>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  const settings = answer.data;
  const card = { etag: answer.etag };
  return (
    <Page title={t.title} lead={t.pageLead}>
      <div class="stack narrow">
        <LocationsCard />
        <ReceiptsCard settings={settings} {...card} />
        <SettingsCard title={t.reckoning} values={pricesOf} settings={settings} {...card}>
          {(form) => (
            <>
              <SwitchField
                form={form}
                name="tax_inclusive"
                label={t.taxInclusive}
                hint={t.taxInclusiveHint}
              />
              <SelectField
                form={form}
                name="tax_rounding"
                label={t.taxRounding}
                options={[
                  ['document', t.document],
                  ['line', t.line],
                ]}
              />
            </>
          )}
        </SettingsCard>
        <SettingsCard title={t.cash} values={cashOf} settings={settings} {...card}>
          {(form) => <CashFields form={form} />}
        </SettingsCard>
        <SettingsCard title={t.selling} values={sellingOf} settings={settings} {...card}>
          {(form) => (
            <>
              <TextField form={form} name="sale_number_pattern" label={t.numbers} hint={t.numbersHint} mono />
              <p class="small quiet">{t.next(sampleOf(form.text('sale_number_pattern')))}</p>
              <SwitchField form={form} name="reserve_on_park" label={t.reserve} />
            </>
          )}
        </SettingsCard>
        <SettingsCard title={t.offline} values={offlineOf} settings={settings} {...card}>
          {(form) => (
            <>
              <TextField
                form={form}
                name="clock_skew_minutes"
                label={t.skew}
                hint={t.skewHint}
                inputmode="numeric"
              />
              <SwitchField form={form} name="offline_managers" label={t.managers} hint={t.managersHint} />
            </>
          )}
        </SettingsCard>
      </div>
    </Page>
  );
}

const pricesOf = ({ tax_inclusive, tax_rounding }: Settings): FormValues => ({ tax_inclusive, tax_rounding });
const cashOf = (settings: Settings): FormValues => ({
  cash_rounding_increment: String(settings.cash_rounding_increment),
  cash_rounding_mode: settings.cash_rounding_mode,
  require_cash_session: settings.require_cash_session,
});
const sellingOf = ({ sale_number_pattern, reserve_on_park }: Settings): FormValues => ({
  sale_number_pattern,
  reserve_on_park,
});
const offlineOf = ({ clock_skew_minutes, offline_managers }: Settings): FormValues => ({
  clock_skew_minutes: String(clock_skew_minutes),
  offline_managers,
});

/** What a number would look like. */
function sampleOf(pattern: string): string {
  const [year = '', month = ''] = new Date().toISOString().split('-');
  return pattern
    .replaceAll('{LOC}', 'LUM')
    .replaceAll('{YYYY}', year)
    .replaceAll('{MM}', month)
    .replace(/\{(0+)\}/, (_, zeros: string) => '42'.padStart(zeros.length, '0'));
}

type CardProps = {
  readonly title: string;
  readonly settings: Settings;
  readonly etag: string | null;
  readonly values: (settings: Settings) => FormValues;
  readonly sent?: (changes: Record<string, unknown>) => Record<string, unknown>;
  readonly children: (form: FormState) => ComponentChildren;
};

/** One subject of the settings. */
function SettingsCard({
  title,
  settings,
  etag,
  values,
  sent = (changes) => changes,
  children,
}: CardProps): VNode {
  const form = useForm({ limits, initial: values(settings) });
  return (
    <Card title={title}>
      {may('pos:admin') ? (
        <ThingForm
          form={form}
          label={title}
          save={common.save}
          etag={etag}
          onSave={async (matching) => {
            const { data } = await client.updatePosSettings({
              ...matching,
              body: asBody(sent(form.changes())),
            });
            form.reset(values(data));
            toast(tillTexts.saved);
          }}
          fresh={async () => values((await client.getPosSettings()).data)}
        >
          {children(form)}
        </ThingForm>
      ) : (
        <fieldset class="choices" disabled>
          <legend class="small quiet">{t.noneHere}</legend>
          {children(form)}
        </fieldset>
      )}
    </Card>
  );
}

function CashFields({ form }: { readonly form: FormState }): VNode {
  return (
    <>
      <SwitchField form={form} name="require_cash_session" label={t.needSession} hint={t.needSessionHint} />
      <div class="fields two">
        <MoneyField
          form={form}
          name="cash_rounding_increment"
          label={t.coin}
          hint={t.coinHint}
          currency={shopCurrency()}
        />
        <SelectField
          form={form}
          name="cash_rounding_mode"
          label={t.rounding}
          options={[
            ['nearest', t.nearest],
            ['up', t.up],
            ['down', t.down],
          ]}
        />
      </div>
    </>
  );
}

function ReceiptsCard({
  settings,
  etag,
}: {
  readonly settings: Settings;
  readonly etag: string | null;
}): VNode {
  return (
    <SettingsCard
      title={t.receipts}
      settings={settings}
      etag={etag}
      values={({ receipt_header, receipt_footer }) => ({
        receipt_header: receipt_header.join('\n'),
        receipt_footer: receipt_footer.join('\n'),
      })}
      sent={(changes) =>
        Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, linesFrom(text)]))
      }
    >
      {(form) => (
        <>
          <LinesField form={form} name="receipt_header" label={t.header} hint={t.linesHint} />
          <LinesField form={form} name="receipt_footer" label={t.footer} hint={t.linesHint} />
          <Paper
            header={linesFrom(form.text('receipt_header'))}
            footer={linesFrom(form.text('receipt_footer'))}
          />
        </>
      )}
    </SettingsCard>
  );
}

function LocationsCard(): VNode {
  const { locations } = useNames();
  return (
    <Card
      title={t.locations}
      bare
      end={
        may('pos:admin') && (
          <ButtonLink size="s" icon={Plus} href={at('/till/settings/locations/new')}>
            {t.addLocation}
          </ButtonLink>
        )
      }
    >
      <ul class="line-rows">
        {locations.map((location) => (
          <li key={location.id}>
            <span class="grow">
              {may('pos:admin') ? (
                <a class="link" href={at(`/till/settings/locations/${location.id}`)}>
                  {location.name}
                </a>
              ) : (
                location.name
              )}
              {location.address && <small class="quiet till-more">{location.address}</small>}
            </span>
            <span class="end">
              {location.is_default && <Tag>{t.default}</Tag>}
              {!location.is_active && <Tag meaning="wait">{t.closed}</Tag>}{' '}
              <span class="mono">{location.code}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
