import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import type { RowOf } from '../../../kit/list/list-page.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { noticeKindText } from '../../deliveries/notice-words.ts';
import { messageTexts as t } from './texts.ts';

type Notice = RowOf<'listNotices'>;

/** The newest message of each kind, in the words that went out. */
export function LastMessages(): VNode | null {
  const { answer } = useCall(client.listNotices, { query: { limit: 100 } });
  if (!answer) return null;
  const last = newestOfEach(answer.data);
  return (
    <Card title={t.lastTitle} bare>
      {last.length === 0 && <p class="quiet small setting-lead">{t.lastNone}</p>}
      <ul class="message-rows">
        {last.map(({ id, kind, text, status, created_at }) => (
          <li key={id}>
            <span class="row">
              <b class="grow">{noticeKindText(kind)}</b>
              <Status of="notice" status={status} />
              <span class="faint tiny">{nearText(created_at)}</span>
            </span>
            <p class="message-text">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function newestOfEach(notices: readonly Notice[]): readonly Notice[] {
  const found = new Map<string, Notice>();
  for (const notice of notices)
    if (notice.text !== null && !found.has(notice.kind)) found.set(notice.kind, notice);
  return [...found.values()];
}
