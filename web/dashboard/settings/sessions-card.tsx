import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { momentText, nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { deviceText } from './device-text.ts';
import { securityTexts as t } from './security-texts.ts';

/** Where the person is signed in; each can be ended, and all others at once. */
export function SessionsCard(): VNode {
  const [asking, setAsking] = useState(false);
  const { answer } = useCall(client.listMemberSessions, {});
  const end = useAct(client.endMemberSession);
  const sessions = answer?.data ?? [];
  const others = sessions.some(({ current }) => !current) && (
    <Button size="s" onClick={() => setAsking(true)}>
      {t.endOthers}
    </Button>
  );
  return (
    <Card title={t.sessions} bare end={others}>
      <ul class="line-rows">
        {sessions.map(({ id, address, current, created_at, last_seen_at, ...agent }) => (
          <li key={id}>
            <span class="grow">
              <b>{deviceText(agent)}</b> {current && <Tag>{t.current}</Tag>}
              <br />
              <span class="tiny faint">
                <span class="mono">{address}</span>. {t.signedIn}{' '}
                <span title={momentText(created_at)}>{nearText(created_at)}</span>. {t.lastSeen}{' '}
                <span title={momentText(last_seen_at)}>{nearText(last_seen_at)}</span>.
              </span>
            </span>
            {!current && (
              <Button
                size="s"
                about={`${deviceText(agent)}, ${nearText(last_seen_at)}`}
                busy={end.busy}
                onClick={() => void end.run({ params: { id } })}
              >
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && <EndOthers close={() => setAsking(false)} />}
    </Card>
  );
}

function EndOthers({ close }: { readonly close: () => void }): VNode {
  const act = useAct(client.endOtherMemberSessions);
  async function end(): Promise<void> {
    const answer = await act.run({});
    if (!answer) return;
    toast(t.ended(answer.data.ended));
    close();
  }
  return (
    <Confirm
      title={t.endOthersTitle}
      consequences={[t.endOthersMore]}
      keep={t.keep}
      go={t.endOthers}
      busy={act.busy}
      onGo={end}
      onClose={close}
    />
  );
}
