import type { VNode } from 'preact';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import type { CourierEntry } from '../data/courier-store.ts';
import { jobOf, news, outbox, refused } from '../state/signals.ts';
import { keepNews } from '../state/jobs.ts';
import type { Refused } from '../state/sending.ts';
import { go } from '../state/place.ts';
import { entryName, refusalText } from './entry-words.ts';
import { t } from '../texts.ts';

/** What happened without the courier, in words: a parcel that is another one's now, a code that was wrong. */
export function ToSeeCards(): VNode {
  return (
    <>
      {news.value.map((one) => (
        <article class="to-see-card" key={one.jobNumber}>
          <p>
            <b>{one.name}</b>
          </p>
          <p>{one.what === 'cancelled' ? t.calledOff : t.reassigned}</p>
          <div class="row">
            <Button
              onClick={() => void keepNews(news.value.filter(({ jobNumber }) => jobNumber !== one.jobNumber))}
            >
              {t.seen}
            </Button>
          </div>
        </article>
      ))}
      {refused.value.map((entry) => (
        <RefusedCard key={entry.client_id} entry={entry} />
      ))}
    </>
  );
}

/** One act that the server did not take: what it was, why, and what to do. */
export function RefusedCard({ entry }: { readonly entry: CourierEntry }): VNode {
  const answer = entry.answer as Refused;
  const job = entry.kind === 'step' ? jobOf(entry.body.job_number) : undefined;
  const isFinal = ['INVALID_HANDOFF_CODE', 'DELIVERY_NOT_FOUND', 'DELIVERY_NOT_ACTIVE'].includes(answer.code);
  return (
    <article class="to-see-card">
      <p>
        <b>{entryName(entry)}</b> <span class="quiet small">{nearText(entry.occurred_at)}</span>
      </p>
      <p>{refusalText(answer)}</p>
      <div class="row wrap">
        <Button onClick={() => void outbox.value?.markSeen(entry.client_id)}>{t.seen}</Button>
        {!isFinal && <Button onClick={() => void outbox.value?.retry(entry.client_id)}>{t.sendAgain}</Button>}
        {job && (
          <Button
            onClick={() => {
              void outbox.value?.markSeen(entry.client_id);
              go({ at: 'job', jobNumber: job.job_number });
            }}
          >
            {t.openJob}
          </Button>
        )}
      </div>
    </article>
  );
}
