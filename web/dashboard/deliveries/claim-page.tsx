import { statusesBefore, type Claim } from '@cottontree/contract';
import { Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Columns, Page } from '../shell/page.tsx';
import { claimTexts as t } from './claims-texts.ts';
import { deliveriesTexts } from './texts.ts';
import { said } from './words.ts';
import './deliveries.css';

/** One claim: what is asked, what shows it, and how it was decided. */
export function ClaimPage({ params }: PageProps): VNode {
  const { answer, error, again } = useCall(client.getClaim, { params: { id: params['id'] ?? '' } });
  const claim = answer?.data;
  const crumbs = [
    [deliveriesTexts.title, at('/deliveries')] as const,
    [deliveriesTexts.claims, at('/deliveries/claims')] as const,
  ];
  if (!claim)
    return (
      <Page title={deliveriesTexts.claims} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={t.title(said(claim.type), claim.job_number)}
      crumbs={crumbs}
      badge={<Status of="claim" status={claim.status} pill />}
      lead={<Lead claim={claim} />}
      acts={mayWithdraw(claim) && <Withdraw claim={claim} />}
    >
      <Columns main={<Told claim={claim} />} side={<Facts claim={claim} />} />
    </Page>
  );
}

function mayWithdraw({ status }: Claim): boolean {
  return statusesBefore('claim', 'withdrawn').includes(status) && may('shipping:write');
}

type Props = { readonly claim: Claim };

function Lead({ claim }: Props): VNode {
  if (claim.status === 'approved')
    return (
      <>
        <Money amount={claim.approved_amount ?? 0} currency={claim.currency} /> {t.isApproved}
      </>
    );
  const told: Partial<Record<Claim['status'], string>> = {
    open: t.isOpen,
    rejected: t.isRejected,
    withdrawn: t.isWithdrawn,
  };
  return <>{told[claim.status]}</>;
}

function Told({ claim }: Props): VNode {
  return (
    <>
      {claim.decision !== null && (
        <Card title={t.decision}>
          <p>{claim.decision}</p>
        </Card>
      )}
      <Card title={t.note}>
        <p>{claim.note ?? <span class="quiet">{t.noNote}</span>}</p>
        <div class="proof-pictures">
          {claim.photo_urls.map((url) => (
            <a href={url} target="_blank" rel="noopener noreferrer">
              <img src={url} alt={t.photos} loading="lazy" />
            </a>
          ))}
        </div>
      </Card>
    </>
  );
}

function Facts({ claim }: Props): VNode {
  const { currency } = claim;
  return (
    <Card title={t.facts}>
      <KeyValues
        rows={[
          [
            t.job,
            <a class="link mono" href={at(`/deliveries/${claim.job_number}`)}>
              {claim.job_number}
            </a>,
          ],
          [t.covered, <Money amount={claim.covered} currency={currency} />],
          [t.when, momentText(claim.created_at)],
          claim.decided_at !== null && [t.decided, momentText(claim.decided_at)],
          [t.claimed, <Money amount={claim.amount} currency={currency} />, 'total'],
          claim.approved_amount !== null && [
            t.approved,
            <Money amount={claim.approved_amount} currency={currency} />,
            'total',
          ],
        ]}
      />
    </Card>
  );
}

function Withdraw({ claim }: Props): VNode {
  const [asking, setAsking] = useState(false);
  const withdraw = useAct(client.withdrawClaim);
  return (
    <>
      <Button kind="danger" icon={Undo2} onClick={() => setAsking(true)}>
        {t.withdraw}
      </Button>
      {asking && (
        <Confirm
          title={t.withdrawTitle}
          consequences={[t.withdrawWhat, t.withdrawMore]}
          keep={t.keep}
          go={t.withdraw}
          busy={withdraw.busy}
          fault={withdraw.error?.message ?? null}
          onClose={() => setAsking(false)}
          onGo={async () => {
            if (await withdraw.run({ params: { id: claim.id } })) setAsking(false);
          }}
        />
      )}
    </>
  );
}
