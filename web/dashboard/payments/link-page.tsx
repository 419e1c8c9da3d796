import type { Answer, AnswerOf } from '@cottontree/client';
import { ExternalLink, MessageCircle, Mail, MessageSquare, Power, Printer } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { fetchFile, saveFile } from '../../kit/data/files.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { momentText, nearText } from '../../kit/format/time.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Table } from '../../kit/parts/table.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import { NoWayToPay } from './no-way-to-pay.tsx';
import { pageNames } from './page-names.ts';
import { PayerName } from './payer-name.tsx';
import { paymentTexts as t } from './texts.ts';
import { answerTypeText } from './words.ts';
import './payments.css';

/** One link: its code and ways to share it, what it brought. */
export function LinkPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getPaymentLink, { params: { id } }, { everyMs: 20_000 });
  const [asking, setAsking] = useState(false);
  const on = useAct(client.activatePaymentLink);
  const off = useAct(client.deactivatePaymentLink);
  const link = answer?.data;
  const crumbs = [
    [pageNames.payments, at('/payments')],
    [pageNames.links, at('/payments/links')],
  ] as const;
  if (!link)
    return (
      <Page title={pageNames.links} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading />}
      </Page>
    );
  const acts = may('payment_links:write') && (
    <>
      <ButtonLink href={at(`/payments/links/${id}/edit`)}>{t.edit}</ButtonLink>
      {link.status === 'active' ? (
        <Button icon={Power} onClick={() => setAsking(true)}>
          {t.switchOff}
        </Button>
      ) : (
        <Button icon={Power} busy={on.busy} onClick={() => void on.run({ params: { id } })}>
          {t.switchOn}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={link.title}
      crumbs={crumbs}
      badge={<Status of="link" status={link.status} pill />}
      lead={link.description ?? undefined}
      acts={acts}
    >
      <Columns main={<LinkMain link={link} />} side={<LinkFacts link={link} />} />
      {asking && (
        <Confirm
          title={t.offTitle}
          consequences={[t.offMore2, t.offMore(link.in_flight)]}
          keep={t.keepIt}
          go={t.switchOff}
          busy={off.busy}
          fault={off.error?.message ?? null}
          onClose={() => setAsking(false)}
          onGo={async () => {
            if (await off.run({ params: { id } })) setAsking(false);
          }}
        />
      )}
    </Page>
  );
}

type LinkData = AnswerOf<'getPaymentLink'> extends Answer<infer Data> ? Data : never;
type LinkProps = { readonly link: LinkData };

function LinkMain({ link }: LinkProps): VNode {
  const { id } = link;
  const paid = useCall(client.listPayments, { query: { payment_link_id: id, limit: 10 } });
  return (
    <>
      {link.status === 'active' && <NoWayToPay />}
      <Card title={t.share}>
        <div class="link-share">
          <img class="qr" src={new URL(link.qr_svg_url).pathname} alt={t.qr} width="180" height="180" />
          <div class="stack">
            <div class="secret-once">
              <code>{link.url}</code>
              <CopyButton text={link.url} kind="primary" />
            </div>
            <div class="row wrap">
              <ButtonLink icon={ExternalLink} href={link.url} target="_blank">
                {t.payPage}
              </ButtonLink>
              <ButtonLink icon={MessageCircle} href={link.share.whatsapp} target="_blank">
                {t.whatsapp}
              </ButtonLink>
              <ButtonLink icon={MessageSquare} href={link.share.sms}>
                {t.sms}
              </ButtonLink>
              <ButtonLink icon={Mail} href={link.share.email}>
                {t.mail}
              </ButtonLink>
              <Button
                icon={Printer}
                onClick={async () =>
                  saveFile(await fetchFile(`/payment-links/${id}/qr.png`, 'image/png'), `${link.slug}.png`)
                }
              >
                {t.printCode}
              </Button>
            </div>
          </div>
        </div>
      </Card>
      <Card
        title={t.paymentsOf}
        end={
          <a class="link" href={`${at('/payments')}?payment_link_id=${id}`}>
            {t.all}
          </a>
        }
      >
        {paid.answer?.data.length === 0 ? (
          <p class="quiet">{t.nobodyPaid}</p>
        ) : (
          <Table
            label={t.paymentsOf}
            bleed={false}
            rows={paid.answer?.data ?? []}
            keyOf={(payment) => payment.id}
            hrefOf={(payment) => at(`/payments/${payment.id}`)}
            columns={[
              {
                key: 'who',
                title: t.customer,
                phone: 1,
                cell: (payment) => <PayerName payment={payment} />,
              },
              {
                key: 'status',
                title: t.status,
                phone: 3,
                cell: ({ status }) => <Status of="payment" status={status} />,
              },
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
                cell: ({ created_at }) => nearText(created_at),
              },
            ]}
          />
        )}
      </Card>
    </>
  );
}

function LinkFacts({ link }: LinkProps): VNode {
  return (
    <>
      <Card title={t.collected}>
        <div class="huge">
          <Money amount={link.total_collected} currency={link.currency} />
        </div>
        <p class="quiet small">
          {link.uses}
          {link.max_uses === null ? '' : ` / ${link.max_uses}`} {t.uses.toLowerCase()}
        </p>
      </Card>
      <Card title={t.terms}>
        <KeyValues
          rows={[
            [
              t.amount,
              link.amount === null ? t.open : <Money amount={link.amount} currency={link.currency} />,
            ],
            link.min_amount !== null && [
              t.least,
              <Money amount={link.min_amount} currency={link.currency} />,
            ],
            link.max_amount !== null && [t.most, <Money amount={link.max_amount} currency={link.currency} />],
            link.suggested_amounts.length > 0 && [t.suggest, link.suggested_amounts.join(', ')],
            link.expires_at !== null && [t.expires, momentText(link.expires_at)],
            ...(['name', 'phone', 'email', 'note'] as const).map(
              (one) =>
                link.collect[one] !== 'none' &&
                ([t[one], link.collect[one] === 'required' ? t.askRequired : t.askOptional] as const),
            ),
            ...link.custom_fields.map((field) => [field.label, answerTypeText(field.type)] as const),
            [t.created, momentText(link.created_at)],
          ]}
        />
      </Card>
    </>
  );
}
