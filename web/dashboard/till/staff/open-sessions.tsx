import type { Call } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { useNames } from '../names.ts';
import { staffTexts as t } from './texts.ts';

type Session = Data<Operations['listWidgetSessions']>;

/** Where a person, or who at a till, is signed in now. */
export function OpenSessions({
  query,
}: {
  readonly query: { readonly staff_id: string } | { readonly terminal_id: string };
}): VNode | null {
  const names = useNames();
  const asked: Call<'listWidgetSessions'> = { query: { ...query, is_open: true, limit: 100 } };
  const open = useCall(client.listWidgetSessions, asked, { everyMs: 20_000 }).answer?.data ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={t.openSessions(open.length)} bare>
      <ul class="line-rows">
        {open.map((session) => (
          <li key={session.id}>
            <span class="grow">
              <b>
                {'staff_id' in query
                  ? names.till(session.terminal_id) || t[session.widget]
                  : (session.staff_name ?? t.nobody)}
              </b>
              <small class="quiet till-more">
                {t.begun} {nearText(session.created_at)}, {t.until} {nearText(session.expires_at)}
              </small>
            </span>
            <EndSession session={session} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Signs somebody out, after telling what follows. */
export function EndSession({ session }: { readonly session: Session }): VNode {
  const [asking, setAsking] = useState(false);
  const act = useAct(client.endWidgetSession);
  return (
    <>
      <Button size="s" onClick={() => setAsking(true)}>
        {t.endIt}
      </Button>
      {asking && (
        <Confirm
          title={t.endTitle(session.staff_name ?? t.nobody)}
          consequences={[t.end1]}
          keep={t.keepSession}
          go={t.endIt}
          busy={act.busy}
          fault={act.error?.message ?? null}
          onGo={async () => {
            if (await act.run({ params: { id: session.id } })) setAsking(false);
          }}
          onClose={() => {
            act.reset();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
