import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { nearText } from '../../kit/format/time.ts';
import { List } from '../../kit/list/list-page.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { NoticeAbout } from './notice-about.tsx';
import { noticeKindText, noticeText } from './notice-words.ts';
import { deliveriesTexts } from './texts.ts';
import './deliveries.css';

const t = texts(
  {
    lead: 'What recipients, couriers and buyers were written in the last 30 days. Phones and codes are masked.',
    settings: 'What is sent',
    when: 'When',
    what: 'What',
    to: 'To',
    about: 'About',
    search: 'Job, invoice or order number',
    nothing: 'No message is about this',
    empty: 'Nobody was written to yet',
    emptyText:
      'As soon as a parcel is on its way, what its recipient is told stands here, with what became of it.',
  },
  {
    lead: 'Wetin wi rayt to pipul, rayda ɛn bayɛ insay di las 30 dez. Fon ɛn kod dɛn ayd.',
    settings: 'Wetin wi de sɛn',
    when: 'Ustɛm',
    what: 'Wetin',
    to: 'To',
    about: 'Bɔt',
    search: 'Nɔmba fɔ jɔb, invɔys ɔ ɔda',
    nothing: 'Nɔ mɛsej nɔ de bɔt dis',
    empty: 'Wi nɔ rayt ɛnibɔdi yet',
    emptyText: 'We pasul de na rod, wetin wi tɛl di pɔsin go de ya, wit wetin apin to am.',
  },
);

/** Messages to people, and what became of each. */
export function MessagesPage(): VNode {
  return (
    <Page
      title={deliveriesTexts.messages}
      crumbs={[[deliveriesTexts.title, at('/deliveries')]]}
      lead={t.lead}
    >
      <List
        operation={client.listNotices}
        label={deliveriesTexts.messages}
        keyOf={({ id }) => id}
        search={{ name: 'job_number', placeholder: t.search }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothing}
        empty={<Empty title={t.empty} text={t.emptyText} />}
        columns={[
          {
            key: 'what',
            title: t.what,
            phone: 1,
            cell: ({ kind, text }) => (
              <>
                {noticeKindText(kind)}
                {text !== null && <small class="message-text">{text}</small>}
              </>
            ),
          },
          {
            key: 'status',
            title: deliveriesTexts.status,
            phone: 2,
            cell: ({ status, reason }) => (
              <>
                <Status of="notice" status={status} />
                {reason !== null && <small>{noticeText(reason)}</small>}
              </>
            ),
          },
          {
            key: 'to',
            title: t.to,
            phone: 3,
            cell: ({ to, channel, audience }) => (
              <>
                <span class="nowrap">{to ?? noticeText(audience)}</span>
                <small class="desk">{noticeText(channel)}</small>
                <span class="only-phone small faint"> · {noticeText(channel)}</span>
              </>
            ),
          },
          {
            key: 'about',
            title: t.about,
            cell: (notice) => <NoticeAbout {...notice} />,
          },
          { key: 'when', title: t.when, phone: 5, cell: ({ created_at }) => nearText(created_at) },
        ]}
      />
    </Page>
  );
}
