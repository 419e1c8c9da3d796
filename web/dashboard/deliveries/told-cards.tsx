import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { nearText } from '../../kit/format/time.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import { noticeKindText, noticeText } from './notice-words.ts';
import { said } from './words.ts';

type Props = { readonly jobNumber: string };

const SHOWN_MAX = 20;
const EVERY_MS = 10_000;

/** What people were written about it. */
export function NoticesCard({ jobNumber }: Props): VNode | null {
  const { answer } = useCall(
    client.listNotices,
    { query: { job_number: jobNumber, limit: SHOWN_MAX } },
    { everyMs: EVERY_MS },
  );
  if (!answer) return null;
  return (
    <Card title={t.notices} bare>
      {answer.data.length === 0 ? (
        <p class="inside small quiet">{t.noNotices}</p>
      ) : (
        <ul class="line-rows notices">
          {answer.data.map((notice) => (
            <li>
              <div class="grow">
                <div class="row wrap">
                  <b>{noticeKindText(notice.kind)}</b>
                  <span class="faint">
                    {[noticeText(notice.channel), notice.to].filter(Boolean).join(', ')}
                  </span>
                </div>
                {notice.text !== null && <p class="quiet">{notice.text}</p>}
              </div>
              <span class="end">
                <Status of="notice" status={notice.status} />
                <small>
                  {notice.reason === null ? nearText(notice.created_at) : noticeText(notice.reason)}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Money that was claimed back for it. */
export function ClaimsCard({ jobNumber }: Props): VNode | null {
  const { answer } = useCall(client.listClaims, { query: { job_number: jobNumber } });
  if (!answer || answer.data.length === 0) return null;
  return (
    <Card title={t.claims} bare>
      <ul class="line-rows">
        {answer.data.map((claim) => (
          <li>
            <Status of="claim" status={claim.status} />
            <a class="link" href={at(`/deliveries/claims/${claim.id}`)}>
              {said(claim.type)}
            </a>
            <span class="end">
              <Money amount={claim.approved_amount ?? claim.amount} currency={claim.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
