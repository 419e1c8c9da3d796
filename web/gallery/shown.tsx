import { CottontreeError } from '@cottontree/client';
import { useState } from 'preact/hooks';
import { Bars, Legend, Share } from '../kit/parts/bars.tsx';
import { Button } from '../kit/parts/button.tsx';
import { Confirm, Dialog } from '../kit/parts/dialog.tsx';
import { Money } from '../kit/parts/money.tsx';
import { Empty, Loading, NotAllowed, NothingFound, OfflineNote, Problem } from '../kit/parts/states.tsx';
import { Tree } from '../kit/way-in/tree.tsx';
import { WayIn } from '../kit/way-in/way-in.tsx';
import { nothing, type Entry } from './entry.tsx';
import { days, sources } from './samples.ts';

function Asking() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Confirm</Button>
      {asking && (
        <Confirm
          title="Cancel Freetown Jazz Night?"
          consequences={[
            '412 tickets become void at once',
            <>
              <Money amount={54443} />
              &nbsp;goes back to 238 buyers
            </>,
            '238 SMS are sent',
          ]}
          keep="Keep the event"
          go="Cancel and refund"
          word="CANCEL"
          fault="The payment company does not answer. Nothing was cancelled."
          onGo={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Telling({ wide, name }: { readonly wide: boolean; readonly name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && (
        <Dialog
          title="Send the receipt"
          wide={wide}
          onClose={() => setOpen(false)}
          acts={<Button kind="primary">Send</Button>}
        >
          <p>It goes to +232 76 204 118 by WhatsApp.</p>
        </Dialog>
      )}
    </>
  );
}

const busy = new CottontreeError({
  code: 'SERVICE_UNAVAILABLE',
  status: 503,
  message: 'Your server answered, but its database is busy.',
  requestId: 'req_01k9f52vq8hm',
});
const gone = new CottontreeError({
  code: 'DELIVERY_NOT_FOUND',
  status: 404,
  message: 'There is no delivery SHP-0000-0000.',
});

/** Figures, what comes before all else, and every state of a page that is not full. */
export const shown: readonly Entry[] = [
  {
    part: 'Bars',
    states: [
      [
        'two weeks',
        () => <Bars label="Money in over 14 days" currency="SLE" sources={sources} bars={days} />,
      ],
      ['nothing yet', () => <Bars label="Money in over a day" currency="SLE" sources={sources} bars={[]} />],
    ],
  },
  {
    part: 'Legend',
    states: [
      ['with sums', () => <Legend sources={sources} sums={[9240, 4850, 3000, 1336.5]} currency="SLE" />],
    ],
  },
  {
    part: 'Share',
    states: [
      [
        'all of it',
        () => (
          <Share
            parts={[
              [61, 'chart-1'],
              [27, 'chart-3'],
              [12, 'chart-4'],
            ]}
            total={100}
          />
        ),
      ],
      ['a part', () => <Share parts={[[40, 'chart-2']]} total={100} />],
    ],
  },
  { part: 'Confirm', states: [['pressed, it asks', Asking]] },
  {
    part: 'Dialog',
    states: [
      ['pressed, it opens', () => <Telling wide={false} name="Dialog" />],
      ['wide', () => <Telling wide name="Wide dialog" />],
    ],
  },
  {
    part: 'Loading',
    states: [
      ['rows', () => <Loading rows={3} />],
      ['a thing', () => <Loading rows={2} kind="detail" />],
    ],
  },
  {
    part: 'NothingFound',
    states: [
      [
        'three filters are on',
        () => <NothingFound title="No delivery matches “Aberden”" filters={3} clear={nothing} />,
      ],
    ],
  },
  { part: 'NotAllowed', states: [['a right is missing', () => <NotAllowed scope="refunds:write" />]] },
  {
    part: 'Problem',
    states: [
      ['goes by itself', () => <Problem error={busy} again={nothing} />],
      ['stays', () => <Problem error={gone} title="This delivery is not there" />],
    ],
  },
  {
    part: 'Empty',
    states: [
      [
        'what it is for',
        () => (
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
        ),
      ],
    ],
  },
  { part: 'OfflineNote', states: [['while the network is gone', OfflineNote]] },
  {
    part: 'Tree',
    states: [
      [
        'beside a way in',
        () => (
          <div class="way-in-art">
            <Tree />
          </div>
        ),
      ],
    ],
  },
  {
    part: 'WayIn',
    whole: true,
    states: [
      [
        'before somebody signs in',
        () => (
          <WayIn title="Sign in to your shop" text="shop.example.sl">
            <Button kind="primary" wide>
              Sign in
            </Button>
          </WayIn>
        ),
      ],
    ],
  },
];
