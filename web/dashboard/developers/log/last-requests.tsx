import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { at } from '../../paths.ts';
import { AnswerTag } from './answer-tag.tsx';
import { logTexts as t } from './log-texts.ts';

const EVERY_MS = 5_000;

/** The newest calls, so that the first one is seen arriving. */
export function LastRequests(): VNode {
  const { answer } = useCall(client.listRequests, { query: { limit: 8 } }, { everyMs: EVERY_MS });
  const rows = answer?.data ?? [];
  return (
    <Card
      title={t.lastRequests}
      bare
      end={
        <a class="link" href={at('/developers/requests')}>
          {t.allRequests}
        </a>
      }
    >
      {rows.length === 0 ? (
        <p class="inside quiet small">{t.noRequests}</p>
      ) : (
        <ul class="line-rows">
          {rows.map(({ id, operation, status, created_at: when }) => (
            <li key={id}>
              <AnswerTag status={status} />
              <a class="mono clip grow" href={at(`/developers/requests/${encodeURIComponent(id)}`)}>
                {operation}
              </a>
              <span class="faint">{nearText(when)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
