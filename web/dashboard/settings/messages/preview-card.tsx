import type { NoticePreview } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { noticeKindText } from '../../deliveries/notice-words.ts';
import { LetterView } from './letter-view.tsx';
import { messageTexts as t } from './texts.ts';

type Locale = NoticePreview['locale'];
type Kind = NoticePreview['kind'];

/** Every kind, below whom it is for. */
const GROUPS: Readonly<Record<Kind, 'recipients' | 'guests' | 'payers' | 'couriers' | 'you'>> = {
  created: 'recipients',
  near: 'recipients',
  arrived: 'recipients',
  code_reissued: 'recipients',
  picked_up: 'recipients',
  delivered: 'recipients',
  failed: 'recipients',
  cancelled: 'recipients',
  tickets_paid: 'guests',
  ticket_sent: 'guests',
  event_changed: 'guests',
  event_cancelled: 'guests',
  tickets_refunded: 'guests',
  waitlist_offered: 'guests',
  payment_received: 'payers',
  invoice_sent: 'payers',
  invoice_reminder: 'payers',
  invoice_overdue: 'payers',
  sale_receipt: 'payers',
  job_assigned: 'couriers',
  job_withdrawn: 'couriers',
  endpoint_failing: 'you',
  endpoint_disabled: 'you',
  verification_paused: 'you',
  key_exposed: 'you',
  endpoint_moved: 'you',
  provider_account_changed: 'you',
};
const KINDS = Object.keys(GROUPS) as readonly Kind[];

/** What people will get, before the first of it is ever sent: in the merchant's name, words and colours. */
export function PreviewCard({ chosen }: { readonly chosen: Locale }): VNode {
  const [kind, setKind] = useState<Kind>('created');
  const [picked, setPicked] = useState<Locale | null>(null);
  const locale = picked ?? chosen;
  const id = useId();
  const { answer, error, again } = useCall(client.previewNotice, { query: { kind, locale } });
  return (
    <Card title={t.preview}>
      <div class="stack">
        <p class="quiet small">{t.previewMore}</p>
        <div class="row wrap">
          <select
            id={id}
            class="input select grow"
            aria-label={t.previewKind}
            value={kind}
            onChange={(event) => setKind(KINDS.find((one) => one === event.currentTarget.value) ?? kind)}
          >
            {[...new Set(Object.values(GROUPS))].map((group) => (
              <optgroup label={t[group]} key={group}>
                {KINDS.filter((one) => GROUPS[one] === group).map((one) => (
                  <option value={one} key={one}>
                    {noticeKindText(one)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Segmented
            label={t.language}
            options={[
              ['en', t.english],
              ['kri', t.krio],
            ]}
            value={locale}
            onChange={setPicked}
          />
        </div>
        {answer ? (
          <Preview shown={answer.data} />
        ) : error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading />
        )}
      </div>
    </Card>
  );
}

function Preview({ shown }: { readonly shown: NoticePreview }): VNode {
  const { phone, email, chosen, audience } = shown;
  return (
    <div class="stack" role="status">
      {!chosen && <p class="quiet small">{t.notChosen}</p>}
      {audience === 'driver' && <p class="quiet small">{t.toCourier}</p>}
      {phone && (
        <section>
          <h3 class="small">{t.onPhone}</h3>
          <p class="message-text">{phone.text}</p>
          <p class="faint tiny">{t.counted(phone.sms_count)}</p>
        </section>
      )}
      {email && (
        <section>
          <h3 class="small">{t.byMail}</h3>
          <p class="message-subject">
            <b>{email.subject}</b>
          </p>
          <LetterView html={email.html} label={email.subject} />
          {email.files.length > 0 && (
            <p class="faint tiny">{t.with(email.files.map((file) => t[file]).join(', '))}</p>
          )}
        </section>
      )}
    </div>
  );
}
