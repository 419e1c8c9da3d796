import { limits } from 'form:updatePaymentSettings';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { SelectField, SwitchField } from '../../../kit/parts/fields.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { channelText, providerNames } from '../../payments/words.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { SettingCard } from '../setting-card.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import type { PaymentSettings } from './payment-settings.ts';
import { EmvCard } from './emv-card.tsx';
import { providerTexts as t } from './texts.ts';
import { WaysCard } from './ways-card.tsx';
import '../settings.css';

/** Through whom money comes in, and by which rules. */
export function PaymentSettingsPage(): VNode {
  const { answer, error, again } = useCall(client.getPaymentSettings, may('payments:read') ? {} : null);
  return (
    <Page title={pageNames.payments} crumbs={[[settingsTexts.settings, at('/settings')]]} lead={t.lead}>
      {may('payments:read') ? (
        <div class="narrow stack">
          <Accounts />
          <WaysCard />
          {answer ? (
            <>
              <RulesCard settings={answer.data} etag={answer.etag} />
              <EmvCard key={String(answer.data.emv === null)} settings={answer.data} etag={answer.etag} />
            </>
          ) : error ? (
            <Problem error={error} again={again} />
          ) : (
            <Loading />
          )}
        </div>
      ) : (
        <NotAllowed scope="payments:read" />
      )}
    </Page>
  );
}

const rulesOf = (settings: PaymentSettings): FormValues => ({
  late_success_policy: settings.late_success_policy,
  require_signed_amounts: settings.require_signed_amounts,
  qr_kind: settings.qr_kind,
});

function RulesCard({ settings, etag }: { settings: PaymentSettings; etag: string | null }): VNode {
  return (
    <SettingCard
      title={t.rules}
      limits={limits}
      values={rulesOf(settings)}
      etag={etag}
      scope="payment_providers:write"
      save={async (matching, body) =>
        rulesOf((await client.updatePaymentSettings({ ...matching, body })).data)
      }
      fresh={async () => rulesOf((await client.getPaymentSettings()).data)}
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="late_success_policy"
            label={t.late}
            options={[
              ['accept', t.lateAccept],
              ['refund', t.lateRefund],
              ['review', t.lateReview],
            ]}
          />
          <SelectField
            form={form}
            name="qr_kind"
            label={t.qr}
            options={[
              ['url', t.qrUrl],
              ['emv', t.qrEmv],
              ['ussd', t.qrUssd],
            ]}
          />
          <SwitchField form={form} name="require_signed_amounts" label={t.signed} hint={t.signedHint} />
        </>
      )}
    </SettingCard>
  );
}

function Accounts(): VNode {
  const { answer, error, again } = useCall(client.listProviderAccounts, { query: { limit: 100 } });
  const add = may('payment_providers:write') && (
    <ButtonLink size="s" icon={Plus} href={at('/settings/payments/new')}>
      {t.connect}
    </ButtonLink>
  );
  const none = mode.value === 'test' ? t.noneTest : t.none;
  return (
    <Card title={t.accounts} end={add} bare>
      <p class="quiet small setting-lead">{answer?.data.length === 0 ? none : t.accountsText}</p>
      {!answer && (error ? <Problem error={error} again={again} /> : <Loading rows={2} />)}
      <ul class="line-rows">
        {answer?.data.map(({ id, provider, name, status, healthy, channels, priority }) => (
          <li key={id}>
            <span class="grow">
              <a class="link" href={at(`/settings/payments/${id}`)}>
                {name ?? providerNames[provider] ?? provider}
              </a>
              <small class="quiet tiny setting-more">
                {[
                  ...(name === null ? [] : [providerNames[provider] ?? provider]),
                  ...channels.map(channelText),
                  t.order(priority),
                ].join(' · ')}
              </small>
            </span>
            <span class="end">
              {status === 'paused' ? (
                <Tag meaning="wait">{t.paused}</Tag>
              ) : (
                <Tag meaning={healthy === false ? 'bad' : 'good'}>{t.active}</Tag>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
