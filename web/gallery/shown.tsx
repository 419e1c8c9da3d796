import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CottontreeError } from '@cottontree/client';
import { CircleAlert, CloudOff } from 'lucide';
import { Bars, Legend, Share } from '../kit/parts/bars.tsx';
import { Button } from '../kit/parts/button.tsx';
import { Card, KeyValues } from '../kit/parts/card.tsx';
import { CodeReveal, SecretOnce } from '../kit/parts/copy.tsx';
import { Json } from '../kit/parts/json.tsx';
import { Money } from '../kit/parts/money.tsx';
import { Face, Note, Tag } from '../kit/parts/note.tsx';
import { Empty, Loading, NotAllowed, NothingFound, Problem } from '../kit/parts/states.tsx';
import { Status } from '../kit/parts/status.tsx';
import { Table } from '../kit/parts/table.tsx';
import { Timeline } from '../kit/parts/timeline.tsx';
import { deliveries, days, sources } from './samples.ts';
import { Section } from './section.tsx';

const nothing = (): void => undefined;

export function Listed(): VNode {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['SHP-7K3M-9QWX']));
  return (
    <Section title="Table">
      <Table
        label="Deliveries"
        bleed={false}
        rows={deliveries}
        keyOf={({ job }) => job}
        hrefOf={({ job }) => `#${job}`}
        isDim={({ status }) => status === 'cancelled'}
        selection={{ keys, change: setKeys, label: 'All' }}
        columns={[
          {
            key: 'job',
            title: 'Job',
            cell: ({ job, order }) => (
              <>
                <span class="mono">{job}</span>
                <small>{order}</small>
              </>
            ),
            phone: 1,
          },
          {
            key: 'status',
            title: 'Status',
            cell: ({ status }) => <Status of="delivery" status={status} />,
            phone: 2,
          },
          {
            key: 'who',
            title: 'Recipient',
            cell: ({ who, where }) => (
              <>
                {who}
                <small>{where}</small>
              </>
            ),
            phone: 3,
          },
          {
            key: 'cash',
            title: 'Cash to collect',
            right: true,
            cell: ({ cash }) => <Money amount={cash} />,
            phone: 4,
          },
        ]}
      />
    </Section>
  );
}

export function Facts(): VNode {
  return (
    <Section title="Facts">
      <div class="gallery-two">
        <Card title="What happened" end="Freetown time">
          <Timeline
            happenings={[
              {
                title: 'In transit',
                at: '2026-11-21T13:51:00Z',
                text: 'Foday Turay left the shop.',
                meaning: 'move',
                glyph: 'most',
              },
              {
                title: 'Picked up',
                at: '2026-11-21T13:42:00Z',
                text: 'Pickup code entered, correct on the first try.',
                meaning: 'good',
                glyph: 'tick',
              },
              { title: 'Created', at: '2026-11-21T13:20:00Z', meaning: 'good', glyph: 'tick' },
            ]}
          />
        </Card>
        <Card title="Fee" end="rate card 7">
          <KeyValues
            rows={[
              ['Base, zone Freetown', <Money amount={25} />],
              ['Agreed discount', <Money amount={-10.2} />],
              ['Fee', <Money amount={28.5} />, 'total'],
            ]}
          />
        </Card>
        <Card title="Codes">
          <div class="row">
            <CodeReveal label="Delivery" open={async () => '739264'} />
            <Face initials="IK" />
            <Face initials="AK" />
            <Tag>none</Tag>
            <Tag mono>shipping:read</Tag>
          </div>
        </Card>
        <Card title="Secret, shown once">
          <SecretOnce secret="sk_test_EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLEx7Qd" />
        </Card>
      </div>
      <Json label="Request" value={{ event: 'shipping.status.updated', attempt: 3, ok: false, data: null }} />
      <Note>Old web shop may do everything, and nobody has used it for 22 days.</Note>
      <Note meaning="wait" icon={CloudOff}>
        <b>No network since 13:52.</b> You see what was there then.
      </Note>
      <Note meaning="bad" icon={CircleAlert}>
        This e-mail and password do not belong together.
      </Note>
    </Section>
  );
}

export function Figures(): VNode {
  return (
    <Section title="Figures">
      <div class="huge">
        <Money amount={18426.5} />
      </div>
      <Bars label="Money in over 14 days" currency="SLE" sources={sources} bars={days} />
      <Legend sources={sources} sums={[9240, 4850, 3000, 1336.5]} currency="SLE" />
      <Share
        parts={[
          [61, 'chart-1'],
          [27, 'chart-3'],
          [12, 'chart-4'],
        ]}
        total={100}
      />
    </Section>
  );
}

export function States(): VNode {
  return (
    <Section title="States">
      <Loading rows={3} />
      <NothingFound title="No delivery matches “Aberden”" filters={3} clear={nothing} />
      <NotAllowed scope="refunds:write" />
      <Problem
        error={
          new CottontreeError({
            code: 'SERVICE_UNAVAILABLE',
            status: 503,
            message: 'Your server answered, but its database is busy.',
            requestId: 'req_01k9f52vq8hm',
          })
        }
        again={nothing}
      />
      <Empty
        title="Get paid in a chat"
        text="A payment link asks for one amount, or lets the payer choose."
        steps={[
          'Say what it is for and how much',
          'Share the link, or print the code',
          'The money shows up in Payments',
        ]}
        acts={<Button kind="primary">Create a payment link</Button>}
      />
    </Section>
  );
}
