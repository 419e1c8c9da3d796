import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { GlyphShape, Status } from '../../kit/parts/status.tsx';
import { lookOf } from '../../kit/parts/statuses.ts';
import { at } from '../paths.ts';
import { hrefOfThing } from '../shell/things.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import { noticeKindText, noticeText } from './notice-words.ts';
import { said } from './words.ts';

type Props = { readonly jobNumber: string };

const SHOWN_MAX = 20;
const EVERY_MS = 10_000;

/** What endpoints were told of it, and what they answered. */
export function WebhooksCard({ jobNumber }: Props): VNode | null {
  const isAllowed = may('webhooks:read');
  const { answer } = useCall(
    client.listWebhookDeliveries,
    isAllowed ? { query: { job_number: jobNumber, limit: SHOWN_MAX } } : null,
    { everyMs: EVERY_MS },
  );
  if (!isAllowed || !answer) return null;
  return (
    <Card
      title={t.webhooks}
      bare
      end={
        <a class="link" href={hrefOf(at('/developers/messages'), { entity: jobNumber })}>
          {t.allMessages}
        </a>
      }
    >
      {answer.data.length === 0 ? (
        <p class="inside small quiet">{t.noWebhooks}</p>
      ) : (
        <ul class="line-rows">
          {answer.data.map((one) => {
            const [meaning, glyph] = lookOf('webhook', one.status);
            const last = one.attempts.at(-1);
            return (
              <li class={meaning}>
                <GlyphShape glyph={glyph} />
                <a class="mono clip" href={hrefOfThing('webhook_message', one.message_id)?.href ?? ''}>
                  {one.event}
                </a>
                <span class="end">
                  {last && t.answered(last.response_status ?? last.error ?? '', last.duration_ms)}
                  {one.next_attempt_at !== null && `, ${t.againAt(nearText(one.next_attempt_at))}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

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
