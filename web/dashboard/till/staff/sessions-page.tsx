import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { List } from '../../../kit/list/list-page.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { EndSession } from './open-sessions.tsx';
import { StaffParts } from './staff-parts.tsx';
import { staffTexts as t } from './texts.ts';
import '../till.css';

/** Who is signed in where; sessions that ended are kept for 30 days. */
export function SessionsPage(): VNode {
  const names = useNames();
  const crumbs = [[t.title, at('/till/staff')]] as const;
  if (!may('pos:admin'))
    return (
      <Page title={t.sessions} crumbs={crumbs}>
        <NotAllowed scope="pos:admin" />
      </Page>
    );
  return (
    <Page title={t.title} name={t.sessions} crumbs={crumbs}>
      <StaffParts />
      <List
        operation={client.listWidgetSessions}
        label={t.sessions}
        columns={[
          { key: 'who', title: t.who, phone: 1, cell: ({ staff_name }) => staff_name ?? t.nobody },
          {
            key: 'where',
            title: t.whereSession,
            phone: 4,
            cell: ({ terminal_id }) => names.till(terminal_id),
          },
          { key: 'what', title: t.what, phone: 3, cell: ({ widget }) => t[widget] },
          { key: 'begun', title: t.begun, cell: ({ created_at }) => momentText(created_at) },
          {
            key: 'until',
            title: t.until,
            cell: ({ ended_at, expires_at }) =>
              ended_at === null ? momentText(expires_at) : `${t.ended} ${momentText(ended_at)}`,
          },
          {
            key: 'act',
            title: '',
            right: true,
            phone: 2,
            cell: (session) =>
              session.ended_at === null && Date.parse(session.expires_at) > Date.now() ? (
                <EndSession session={session} />
              ) : (
                t.ended
              ),
          },
        ]}
        keyOf={({ id }) => id}
        isDim={({ ended_at, expires_at }) => ended_at !== null || Date.parse(expires_at) <= Date.now()}
        filters={[
          { name: 'is_open', label: t.open, kind: 'switch' },
          { name: 'staff_id', label: t.who, kind: 'choice', options: choicesOf(names.people) },
          { name: 'terminal_id', label: tillTexts.till, kind: 'choice', options: choicesOf(names.tills) },
        ]}
        empty={<Empty title={t.sessionsEmpty} text={t.sessionsText} />}
        nothing={t.noSession}
      />
    </Page>
  );
}
