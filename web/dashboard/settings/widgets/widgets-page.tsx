import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import type { RowOf } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Code } from '../../../kit/parts/json.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { isAlive } from '../../developers/keys/key.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { KeyCard } from './key-card.tsx';
import { linkSnippet } from './snippets.ts';
import { widgetTexts as t } from './texts.ts';
import { WidgetStudio } from './widget-studio.tsx';
import '../settings.css';

export type PaymentLink = RowOf<'listPaymentLinks'>;

/** What a merchant's own pages can do, which of them may, and what stands in them. */
export function WidgetsPage(): VNode {
  const links = useCall(
    client.listPaymentLinks,
    may('payment_links:read') ? { query: { status: 'active', limit: 1 } } : null,
  );
  const link = links.answer?.data[0] ?? null;
  return (
    <Page title={pageNames.widgets} crumbs={[[settingsTexts.settings, at('/settings')]]} lead={t.lead}>
      <div class="narrow stack">
        <WidgetStudio />
        {may('payment_links:read') && links.answer && <LinkCard link={link} />}
        {may('keys:read') ? <PublicKeys link={link} /> : <NotAllowed scope="keys:read" />}
      </div>
    </Page>
  );
}

function LinkCard({ link }: { readonly link: PaymentLink | null }): VNode {
  return (
    <Card title={t.linkTitle}>
      <p class="quiet small setting-text">{t.linkText}</p>
      {link ? (
        <Code text={linkSnippet(link.url, link.title)} label={t.html} />
      ) : (
        <>
          <p>{t.noLink}</p>
          {may('payment_links:write') && (
            <ButtonLink href={at('/payments/links/new')}>{t.makeLink}</ButtonLink>
          )}
        </>
      )}
    </Card>
  );
}

function PublicKeys({ link }: { readonly link: PaymentLink | null }): VNode {
  const { answer, error, again } = useCall(client.listKeys, { query: { limit: 100 } });
  if (!answer) return error ? <Problem error={error} again={again} /> : <Loading rows={3} />;
  const keys = answer.data.filter((key) => key.kind === 'public' && isAlive(key));
  const add = may('keys:write') && (
    <ButtonLink size="s" href={at('/developers/keys/new?kind=public')}>
      {t.makeKey}
    </ButtonLink>
  );
  return (
    <>
      <Card title={t.keysTitle} end={add}>
        <p class="quiet small">{t.keysText}</p>
        {keys.length === 0 && <p>{t.noKey}</p>}
      </Card>
      {keys.map((key) => (
        <KeyCard key={key.id} of={key} link={link} />
      ))}
    </>
  );
}
