import { Ban, Pencil, Plus, Printer, Send } from 'lucide';
import { useState } from 'preact/hooks';
import { CsvButton } from '../kit/list/csv-button.tsx';
import { Button, ButtonLink } from '../kit/parts/button.tsx';
import { CodeReveal, CopyButton, SecretOnce } from '../kit/parts/copy.tsx';
import { Icon } from '../kit/parts/icon.tsx';
import { Menu } from '../kit/parts/menu.tsx';
import { Segmented } from '../kit/parts/tabs.tsx';
import { Toasts, toast } from '../kit/parts/toast.tsx';
import { nothing, type Entry } from './entry.tsx';

function Kinds() {
  return (
    <div class="row wrap">
      <Button kind="primary" icon={Plus}>
        New delivery
      </Button>
      <Button icon={Printer}>Print</Button>
      <Button kind="ghost">Later</Button>
      <Button kind="danger" icon={Ban}>
        Revoke
      </Button>
      <Button kind="danger" class="solid">
        Cancel and refund
      </Button>
    </div>
  );
}

function Sizes() {
  return (
    <div class="row wrap">
      <Button size="s">Rotate</Button>
      <Button size="big" kind="primary">
        Pay
      </Button>
      <Button icon={Printer} label="Print the label" />
      <Button icon={Pencil} size="s" label="Change the name" />
    </div>
  );
}

function Held() {
  return (
    <div class="row wrap">
      <Button busy>Sending</Button>
      <Button off="The network is gone" icon={Send}>
        Send
      </Button>
      <Button pressed>Sunlight</Button>
    </div>
  );
}

function Days() {
  const [days, setDays] = useState(30);
  return (
    <Segmented
      label="Days"
      options={[
        [7, '7 days'],
        [30, '30 days'],
        [90, '90 days'],
      ]}
      value={days}
      onChange={setDays}
    />
  );
}

/** What is pressed, and what it leaves behind. */
export const pressed: readonly Entry[] = [
  {
    part: 'Button',
    states: [
      ['main, plain, quiet, dangerous', Kinds],
      ['small, large, an icon alone', Sizes],
      ['under way, off with its reason, switched on', Held],
      ['as wide as its place', () => <Button wide>Hold these tickets</Button>],
    ],
  },
  {
    part: 'ButtonLink',
    states: [
      ['plain', () => <ButtonLink href="#Button">Open the page</ButtonLink>],
      [
        'main, with an icon',
        () => (
          <ButtonLink kind="primary" icon={Plus} href="#Button">
            Write an invoice
          </ButtonLink>
        ),
      ],
    ],
  },
  {
    part: 'Menu',
    states: [
      [
        'three dots',
        () => (
          <Menu
            items={[
              { name: 'Edit', icon: Printer, onClick: nothing },
              { name: 'Void', danger: true, onClick: nothing },
              { name: 'Refund', off: 'Nothing was paid yet' },
            ]}
          />
        ),
      ],
      [
        'with words of its own',
        () => (
          <Menu label="Begin something" class="button primary" items={[{ name: 'Delivery', href: '#Menu' }]}>
            <Icon of={Plus} />
            New
          </Menu>
        ),
      ],
    ],
  },
  { part: 'Segmented', states: [['one of three', Days]] },
  { part: 'CopyButton', states: [['before it is pressed', () => <CopyButton text="SHP-7K3M-9QWX" />]] },
  {
    part: 'CodeReveal',
    states: [
      ['under dots', () => <CodeReveal label="Delivery" open={async () => '739264'} />],
      [
        'refused',
        () => <CodeReveal label="Pickup" open={async () => null} fault="The parcel was picked up already." />,
      ],
    ],
  },
  {
    part: 'SecretOnce',
    states: [['shown', () => <SecretOnce secret="sk_test_EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLEx7Qd" />]],
  },
  { part: 'CsvButton', states: [['ready', () => <CsvButton path="/payments" filters={['status']} />]] },
  {
    part: 'Toasts',
    states: [
      [
        'pressed, one comes with a way back',
        () => (
          <>
            <Button
              onClick={() => toast('Cassava bread is hidden from the till', { name: 'Undo', run: nothing })}
            >
              Toast
            </Button>
            <Toasts />
          </>
        ),
      ],
    ],
  },
];
