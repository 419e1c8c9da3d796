import type { DeliveryStatus } from '@cottontree/contract';
import { Phone } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { wordsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { lookOf } from '../../kit/parts/statuses.ts';
import { Timeline } from '../../kit/parts/timeline.tsx';
import { statusText } from '../../kit/text/statuses.ts';
import { actText } from '../audit/act-text.ts';
import { at } from '../paths.ts';
import { wordText } from '../words.ts';
import { OpenIncidentDialog } from './incident-dialogs.tsx';
import { pickupText, type JobDetails } from './job.ts';
import { jobTexts as t } from './job-texts.ts';
import { OffShift } from './off-shift.tsx';
import { boardTexts } from './texts.ts';

type OfJob = { readonly job: JobDetails };

/** What happened, newest first. */
export function WayCard({ job }: OfJob): VNode {
  return (
    <Card title={t.happened}>
      <Timeline
        happenings={job.timeline.toReversed().map((step) => {
          const [meaning, glyph] = lookOf('delivery', step.status);
          return {
            title: statusText(step.status) ?? wordsOf(step.status satisfies DeliveryStatus),
            at: step.at,
            text: [step.actor ?? wordText(step.actor_type), step.note].filter(Boolean).join(': '),
            meaning,
            glyph,
          };
        })}
      />
    </Card>
  );
}

/** What of this job somebody must look into. */
export function IncidentsCard({ job }: OfJob): VNode {
  const [opening, setOpening] = useState(false);
  const { answer } = useCall(client.listIncidents, { query: { job_number: job.job_number } });
  return (
    <Card
      title={boardTexts.incidents}
      end={
        may('dispatch:write') && (
          <Button size="s" onClick={() => setOpening(true)}>
            {t.openIncident}
          </Button>
        )
      }
    >
      {answer && answer.data.length > 0 ? (
        <KeyValues
          left
          rows={answer.data.map((one) => [
            <Status of="incident" status={one.status} />,
            `${wordText(one.kind)}${one.note ? `: ${one.note}` : ''}, ${nearText(one.opened_at)}${one.resolution ? `. ${one.resolution}` : ''}`,
          ])}
        />
      ) : (
        <p class="quiet">{t.noIncidents}</p>
      )}
      {opening && <OpenIncidentDialog jobNumber={job.job_number} onClose={() => setOpening(false)} />}
    </Card>
  );
}

/** What colleagues did to it. */
export function AuditCard({ job }: OfJob): VNode {
  const { answer } = useCall(client.listAudit, { query: { job_number: job.job_number, limit: 20 } });
  return (
    <Card title={t.colleagues}>
      {answer && answer.data.length > 0 ? (
        <KeyValues
          left
          rows={answer.data.map((one) => [
            nearText(one.at),
            `${one.actor_name}: ${actText(one.action)}${typeof one.details['reason'] === 'string' ? `. ${one.details['reason']}` : ''}`,
          ])}
        />
      ) : (
        <p class="quiet">{t.nothingDone}</p>
      )}
    </Card>
  );
}

function Call({ phone }: { readonly phone: string }): VNode {
  return (
    <a class="link row" href={`tel:${phone}`}>
      <Icon of={Phone} size="s" />
      {phoneText(phone)}
    </a>
  );
}

/** Who gives it, who has it, who gets it. */
export function PeopleCard({ job }: OfJob): VNode {
  const { driver } = job;
  return (
    <Card title={t.people}>
      <KeyValues
        left
        rows={[
          [boardTexts.shop, job.merchant.name],
          [boardTexts.from, pickupText(job)],
          job.pickup_contact_phone !== null && [t.pickupPhone, <Call phone={job.pickup_contact_phone} />],
          [
            boardTexts.courier,
            driver ? (
              <>
                <a class="link" href={at(`/couriers/${driver.id}`)}>
                  {driver.name}
                </a>{' '}
                <OffShift job={job} />
              </>
            ) : (
              boardTexts.nobody
            ),
          ],
          driver !== null && [t.courierPhone, <Call phone={driver.phone} />],
          [boardTexts.to, job.recipient_name ?? boardTexts.nobodyNamed],
          job.recipient_phone !== null && [t.recipientPhone, <Call phone={job.recipient_phone} />],
          job.phase !== null && [boardTexts.phase, wordText(job.phase)],
          [t.codeTries, t.triesLeft(job.attempts_left.pickup, job.attempts_left.delivery)],
        ]}
      />
    </Card>
  );
}

/** What it costs, and what is to be collected. */
export function CashCard({ job }: OfJob): VNode {
  return (
    <Card title={t.money}>
      <KeyValues
        rows={[
          [t.fee, <Money amount={job.shipping_fee} currency={job.currency} />],
          [boardTexts.toCollect, <Money amount={job.cod_amount} currency={job.currency} />],
          job.cod_amount > 0 && [t.cashStands, <Status of="cod" status={job.cod_status} />],
        ]}
      />
    </Card>
  );
}

/** What shows that it was handed over. */
export function ProofCard({ job }: OfJob): VNode | null {
  const { proof } = job;
  if (proof === null) return null;
  return (
    <Card title={t.proof}>
      {proof.recipient_name !== null && <p>{t.takenBy(proof.recipient_name)}</p>}
      {[proof.photo_url, proof.signature_url].map(
        (url, index) =>
          url !== null && (
            <p>
              <a class="link" href={url} target="_blank" rel="noopener noreferrer">
                {index === 0 ? t.photo : t.signature}
              </a>
            </p>
          ),
      )}
    </Card>
  );
}
