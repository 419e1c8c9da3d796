import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { CopyButton } from '../../../kit/parts/copy.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Note, Tag } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { providerNames } from '../../payments/words.ts';
import type { PageProps } from '../../place.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { AccessCard, PayoutCard, UseCard } from './account-cards.tsx';
import type { ProviderAccount } from './account-values.ts';
import { providerTexts as t } from './texts.ts';
import '../settings.css';

/** One account with a provider: whether it answers, what it is used for, how it is reached, and the end of it. */
export function AccountPage({ params }: PageProps): VNode {
  const providerAccountId = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getProviderAccount, { params: { providerAccountId } });
  const account = answer?.data;
  const crumbs = [
    [settingsTexts.settings, at('/settings')],
    [pageNames.payments, at('/settings/payments')],
  ] as const;
  if (!account)
    return (
      <Page title={t.provider} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  const { status, callback_url } = account;
  const etag = answer.etag;
  return (
    <Page
      title={nameOf(account)}
      crumbs={crumbs}
      badge={
        <Tag meaning={status === 'active' ? 'good' : 'wait'}>{status === 'active' ? t.active : t.paused}</Tag>
      }
      acts={may('payment_providers:write') && <Acts account={account} />}
    >
      <div class="narrow stack">
        {status === 'paused' && <Note meaning="wait">{t.pauseText}</Note>}
        <HealthCard account={account} />
        <Card title={t.callback}>
          <p class="quiet small setting-text">{t.callbackText}</p>
          <div class="row wrap">
            <code class="mono grow">{callback_url}</code>
            <CopyButton text={callback_url} />
          </div>
        </Card>
        <UseCard account={account} etag={etag} />
        <AccessCard account={account} etag={etag} />
        <PayoutCard account={account} etag={etag} />
      </div>
    </Page>
  );
}

function nameOf({ name, provider }: ProviderAccount): string {
  return name ?? providerNames[provider] ?? provider;
}

function HealthCard({ account }: { readonly account: ProviderAccount }): VNode {
  const check = useAct(client.checkProviderAccount);
  const { id, checked_at, healthy, health_message } = account;
  const mayCheck = may('payment_providers:write') || may('payments:write');
  return (
    <Card
      title={t.health}
      end={
        mayCheck && (
          <Button
            size="s"
            busy={check.busy}
            onClick={() => void check.run({ params: { providerAccountId: id } })}
          >
            {t.check}
          </Button>
        )
      }
    >
      <p role="status">
        {checked_at === null || healthy === null
          ? t.unchecked
          : healthy
            ? t.healthy(nearText(checked_at))
            : t.ill(nearText(checked_at))}
      </p>
      {healthy === false && health_message !== null && <Note meaning="bad">{health_message}</Note>}
      {check.error && <Note meaning="bad">{check.error.message}</Note>}
      <p class="quiet small">{t.checkText}</p>
    </Card>
  );
}

function Acts({ account }: { readonly account: ProviderAccount }): VNode {
  const { route } = useLocation();
  const [asking, setAsking] = useState(false);
  const change = useAct(client.updateProviderAccount);
  const remove = useAct(client.deleteProviderAccount);
  const params = { providerAccountId: account.id };
  const next = account.status === 'active' ? 'paused' : 'active';
  return (
    <>
      <Button busy={change.busy} onClick={() => void change.run({ params, body: { status: next } })}>
        {next === 'paused' ? t.pause : t.resume}
      </Button>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t.disconnect}
      </Button>
      {asking && (
        <Confirm
          title={t.disconnectTitle(nameOf(account))}
          consequences={[t.disconnect1, t.disconnect2, t.disconnect3]}
          keep={t.keepIt}
          go={t.disconnect}
          busy={remove.busy}
          fault={remove.error?.message ?? null}
          onClose={() => setAsking(false)}
          onGo={async () => {
            if (await remove.run({ params })) route(at('/settings/payments'));
          }}
        />
      )}
    </>
  );
}
