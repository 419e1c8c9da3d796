import { CircleAlert } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Note, Tag } from '../../kit/parts/note.tsx';
import { Problem } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { roleName } from '../../kit/text/roles.ts';
import { settingsTexts as t } from './texts.ts';

/** How many stand on a page. */
const INVITATIONS = 20;

/** Those that can still be accepted. */
export function Invitations(): VNode | null {
  const [page, setPage] = useState(1);
  const { answer, error, again } = useCall(client.listInvitations, {
    query: { status: 'open', page, limit: INVITATIONS },
  });
  const withdraw = useAct(client.withdrawInvitation);
  const open = answer?.data ?? [];
  // The last of a page was withdrawn.
  useEffect(() => {
    if (page > 1 && answer && open.length === 0) setPage(page - 1);
  }, [page, answer]);
  async function takeBack(id: string): Promise<void> {
    // Whoever was refused sees how it stands: it may have been accepted meanwhile.
    if (!(await withdraw.run({ params: { id } }))) again();
  }
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer || (open.length === 0 && page === 1 && !withdraw.error)) return null;
  return (
    <Card title={t.invitations} bare>
      {withdraw.error && (
        <div class="inside">
          <Note meaning="bad" icon={CircleAlert}>
            {withdraw.error.message}
          </Note>
        </div>
      )}
      <ul class="line-rows">
        {open.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <b>{email}</b> <Tag>{roleName(role)}</Tag>
            <span class="end">
              {t.until} {momentText(expires_at)}
            </span>
            {may('members:write') && (
              <Button
                size="s"
                kind="danger"
                about={email}
                busy={withdraw.busy}
                onClick={() => void takeBack(id)}
              >
                {t.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {answer.meta.total > INVITATIONS && (
        <div class="inside row wrap">
          {page > 1 && (
            <Button size="s" onClick={() => setPage(page - 1)}>
              {common.previous}
            </Button>
          )}
          <span class="grow" />
          {answer.meta.has_next_page && (
            <Button size="s" onClick={() => setPage(page + 1)}>
              {common.next}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
