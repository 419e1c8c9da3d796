import { CircleAlert, CloudOff, Lightbulb, Printer } from 'lucide';
import { Card, KeyValues } from '../kit/parts/card.tsx';
import { Icon } from '../kit/parts/icon.tsx';
import { Code, Json } from '../kit/parts/json.tsx';
import { Mark } from '../kit/parts/mark.tsx';
import { Money } from '../kit/parts/money.tsx';
import { Face, Note, Tag } from '../kit/parts/note.tsx';
import { Qr } from '../kit/parts/qr.tsx';
import { GlyphShape, Said, Status } from '../kit/parts/status.tsx';
import { statuses, type StatusOf } from '../kit/parts/statuses.ts';
import { Timeline } from '../kit/parts/timeline.tsx';
import type { Entry } from './entry.tsx';
import { happenings } from './samples.ts';

const GLYPHS = [
  'dashed',
  'quarter',
  'half',
  'most',
  'ring',
  'tick',
  'ringed-tick',
  'dash',
  'cross',
  'bang',
  'return',
] as const;

function AllStatuses() {
  return (
    <div class="stack">
      {(Object.keys(statuses) as StatusOf[]).map((of) => (
        <div class="row wrap statuses">
          <b class="small">{of}</b>
          {Object.keys(statuses[of]).map((status) => (
            <Status of={of} status={status} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Pills() {
  return (
    <div class="row wrap">
      <Status of="delivery" status="in_transit" pill />
      <Status of="delivery" status="cancelled" pill />
      <Status of="invoice" status="overdue" pill />
      <Status of="invoice" status="paid" pill />
      <Status of="refund" status="succeeded" pill />
      <Status of="payment" status="requires_action" pill />
    </div>
  );
}

/** What says something: statuses, amounts, facts, people, code. */
export const said: readonly Entry[] = [
  {
    part: 'Status',
    states: [
      ['of every thing, plain', AllStatuses],
      ['in headers', Pills],
    ],
  },
  {
    part: 'Said',
    states: [
      [
        'words of a page',
        () => (
          <Said meaning="good" glyph="tick">
            Used 13:42
          </Said>
        ),
      ],
    ],
  },
  {
    part: 'GlyphShape',
    states: [
      [
        'every shape',
        () => (
          <div class="row wrap">
            {GLYPHS.map((glyph) => (
              <span class="status move">
                <GlyphShape glyph={glyph} />
                {glyph}
              </span>
            ))}
          </div>
        ),
      ],
    ],
  },
  {
    part: 'Money',
    states: [
      ['in', () => <Money amount={1150.5} />],
      ['out', () => <Money amount={-15.05} />],
      ['in another currency', () => <Money amount={20} currency="USD" />],
      [
        'the answer of a page',
        () => (
          <div class="huge">
            <Money amount={18426.5} />
          </div>
        ),
      ],
    ],
  },
  {
    part: 'Note',
    states: [
      ['to know', () => <Note icon={Lightbulb}>Nobody has used Old web shop for 22 days.</Note>],
      ['moves', () => <Note meaning="move">What you typed on Tuesday still stands here.</Note>],
      [
        'waits',
        () => (
          <Note meaning="wait" icon={CloudOff}>
            <b>No network since 13:52.</b> You see what was there then.
          </Note>
        ),
      ],
      ['good', () => <Note meaning="good">Everything that was sold is in the books.</Note>],
      [
        'bad',
        () => (
          <Note meaning="bad" icon={CircleAlert}>
            This e-mail and password do not belong together.
          </Note>
        ),
      ],
      ['returned', () => <Note meaning="back">The money is on its way back.</Note>],
    ],
  },
  {
    part: 'Tag',
    states: [
      [
        'a word, a right, a warning',
        () => (
          <div class="row wrap">
            <Tag>none</Tag>
            <Tag mono>shipping:read</Tag>
            <Tag meaning="wait">paid at delivery</Tag>
          </div>
        ),
      ],
    ],
  },
  {
    part: 'Face',
    states: [
      [
        'of two sizes, coloured by the name',
        () => (
          <div class="row">
            <Face initials="IK" />
            <Face initials="AK" />
            <Face initials="FT" />
            <Face initials="MS" size="s" />
          </div>
        ),
      ],
    ],
  },
  {
    part: 'Icon',
    states: [
      [
        'small, middle, large',
        () => (
          <div class="row">
            <Icon of={Printer} size="s" />
            <Icon of={Printer} />
            <Icon of={Printer} size="l" />
          </div>
        ),
      ],
    ],
  },
  {
    part: 'Mark',
    states: [
      ['small', () => <Mark size={16} />],
      ['of the shell', () => <Mark />],
    ],
  },
  {
    part: 'Qr',
    states: [['an address', () => <Qr text="https://example.sl/e/1" label="Code of the page" />]],
  },
  {
    part: 'Card',
    states: [
      [
        'with a fact at its end',
        () => (
          <Card title="Fee" end="rate card 7">
            Twelve kilometres and a half.
          </Card>
        ),
      ],
      ['without a title', () => <Card>A single sentence.</Card>],
    ],
  },
  {
    part: 'KeyValues',
    states: [
      [
        'with a total',
        () => (
          <KeyValues
            rows={[
              ['Base, zone Freetown', <Money amount={25} />],
              ['Agreed discount', <Money amount={-10.2} />],
              ['Fee', <Money amount={28.5} />, 'total'],
            ]}
          />
        ),
      ],
      ['values at the left', () => <KeyValues left rows={[['Phone', '+232 76 204 118']]} />],
    ],
  },
  { part: 'Timeline', states: [['the newest first', () => <Timeline happenings={happenings} />]] },
  {
    part: 'Json',
    states: [
      [
        'an object',
        () => (
          <Json
            label="Request"
            value={{ event: 'shipping.status.updated', attempt: 3, ok: false, data: null }}
          />
        ),
      ],
      ['no JSON', () => <Json label="Response" value="<html>Bad gateway</html>" />],
    ],
  },
  {
    part: 'Code',
    states: [['a command', () => <Code label="A call" text="curl https://example.sl/v1/health" />]],
  },
];
