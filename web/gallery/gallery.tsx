import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Ban, Plus, Printer, Send } from 'lucide';
import { createForm } from '../kit/form/use-form.ts';
import { Button, ButtonLink } from '../kit/parts/button.tsx';
import { CopyButton } from '../kit/parts/copy.tsx';
import { Confirm } from '../kit/parts/dialog.tsx';
import {
  ChoicesField,
  LongTextField,
  MoneyField,
  PhoneField,
  SelectField,
  SwitchField,
  TextField,
} from '../kit/parts/fields.tsx';
import { Form, FormActs } from '../kit/parts/form.tsx';
import { Mark } from '../kit/parts/mark.tsx';
import { Menu } from '../kit/parts/menu.tsx';
import { Money } from '../kit/parts/money.tsx';
import { Status } from '../kit/parts/status.tsx';
import { statuses, type StatusOf } from '../kit/parts/statuses.ts';
import { Segmented, Views } from '../kit/parts/tabs.tsx';
import { Toasts, toast } from '../kit/parts/toast.tsx';
import { Section } from './section.tsx';
import { Facts, Figures, Listed, States } from './shown.tsx';
import './gallery.css';

const nothing = (): void => undefined;

/** Every part in every state, for tests to photograph and for whoever builds on them. */
export function Gallery(): VNode {
  const [mode, setMode] = useState(document.documentElement.dataset['mode'] ?? 'live');
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? 'light');
  function show(name: 'mode' | 'theme', value: string): void {
    document.documentElement.dataset[name] = value;
    (name === 'mode' ? setMode : setTheme)(value);
  }
  return (
    <main class="gallery">
      <header class="row wrap">
        <Mark />
        <h1 class="grow">Parts</h1>
        <Segmented
          label="Mode"
          options={[
            ['live', 'Live'],
            ['test', 'Test'],
          ]}
          value={mode}
          onChange={(value) => show('mode', value)}
        />
        <Segmented
          label="Theme"
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          value={theme}
          onChange={(value) => show('theme', value)}
        />
      </header>
      <Pressed />
      <Statuses />
      <Fields />
      <Listed />
      <Facts />
      <Figures />
      <States />
      <Toasts />
    </main>
  );
}

function Pressed(): VNode {
  const [asking, setAsking] = useState(false);
  return (
    <Section title="What is pressed">
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
        <Button busy>Sending</Button>
        <Button off="The network is gone" icon={Send}>
          Send
        </Button>
        <Button size="s">Rotate</Button>
        <Button icon={Printer} label="Print" />
        <ButtonLink href="#statuses">A link</ButtonLink>
        <Menu
          items={[
            { name: 'Edit', icon: Printer, onClick: nothing },
            { name: 'Void', danger: true, onClick: nothing },
            { name: 'Refund', off: 'Nothing was paid yet' },
          ]}
        />
        <CopyButton text="SHP-7K3M-9QWX" />
        <Button
          onClick={() => toast('Cassava bread is hidden from the till', { name: 'Undo', run: nothing })}
        >
          Toast
        </Button>
        <Button onClick={() => setAsking(true)}>Confirm</Button>
      </div>
      <Segmented
        label="Days"
        options={[
          [7, '7 days'],
          [30, '30 days'],
          [90, '90 days'],
        ]}
        value={30}
        onChange={nothing}
      />
      <Views
        label="Views"
        views={[
          { name: 'Today', href: '#', on: true, count: 47 },
          { name: 'Late', href: '#', on: false, count: 1, hot: true },
          { name: 'Failed this week', href: '#', on: false },
        ]}
      />
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
          onGo={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function Statuses(): VNode {
  return (
    <Section title="Statuses">
      {(Object.keys(statuses) as StatusOf[]).map((of) => (
        <div class="row wrap statuses">
          <b class="small">{of}</b>
          {Object.keys(statuses[of]).map((status) => (
            <Status of={of} status={status} />
          ))}
        </div>
      ))}
      <div class="row wrap">
        <Status of="delivery" status="in_transit" pill />
        <Status of="invoice" status="overdue" pill />
        <Status of="refund" status="succeeded" pill />
        <Status of="payment" status="requires_action" pill />
      </div>
    </Section>
  );
}

const form = createForm({
  limits: {
    name: { required: true, maxLength: 120 },
    phone: { maxLength: 20 },
    amount: { type: 'amount' },
    note: { maxLength: 500 },
    kind: {},
    tell: {},
    days: {},
  },
  initial: {
    name: 'Fatmata Bangura',
    phone: '076 12345',
    amount: '150.505',
    note: '',
    kind: 'cash',
    tell: true,
    days: ['mon'],
  },
});
form.faults.value = {
  phone: 'One digit is missing. Write it like 076 123456.',
  amount: 'NLe has two decimals. Write 150.50 or 150.51.',
};

function Fields(): VNode {
  return (
    <Section title="Fields">
      <Form form={form} onSubmit={nothing} label="Fields">
        <div class="fields two">
          <TextField form={form} name="name" label="Recipient" />
          <PhoneField form={form} name="phone" label="Recipient's phone" />
          <MoneyField form={form} name="amount" label="Cash to collect" />
          <SelectField
            form={form}
            name="kind"
            label="Paid by"
            options={[
              ['cash', 'Cash'],
              ['qr', 'QR'],
            ]}
          />
          <div class="whole">
            <LongTextField form={form} name="note" label="Note" hint="The courier reads it." rows={2} />
          </div>
          <SwitchField
            form={form}
            name="tell"
            label="Tell the recipient"
            hint="By SMS, when the courier sets out."
          />
          <ChoicesField
            form={form}
            name="days"
            label="Days"
            options={[
              ['mon', 'Monday'],
              ['tue', 'Tuesday'],
            ]}
          />
        </div>
        <FormActs form={form} save="Save the delivery" always />
      </Form>
    </Section>
  );
}
