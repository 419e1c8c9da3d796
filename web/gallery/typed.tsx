import { useState } from 'preact/hooks';
import { createForm } from '../kit/form/use-form.ts';
import { Theirs, ThingForm } from '../kit/form/thing-form.tsx';
import { Input } from '../kit/parts/input.tsx';
import {
  ChoicesField,
  LongTextField,
  MoneyField,
  PhoneField,
  SelectField,
  SwitchField,
  TextField,
} from '../kit/parts/fields.tsx';
import { Form, FormActs, FormFault, RestoredNote } from '../kit/parts/form.tsx';
import { RowField } from '../kit/parts/row-field.tsx';
import { PasswordField } from '../kit/way-in/password-field.tsx';
import { nothing, type Entry } from './entry.tsx';

const limits = {
  name: { required: true, maxLength: 120 },
  email: { maxLength: 254 },
  phone: { maxLength: 20 },
  amount: { type: 'amount' },
  note: { maxLength: 500 },
  kind: {},
  tell: {},
  days: {},
  password: { required: true },
} as const;

const fine = createForm({
  limits,
  initial: {
    name: 'Fatmata Bangura',
    phone: '076 123456',
    amount: '150.50',
    note: 'Blue gate beside the pharmacy.',
    kind: 'cash',
    tell: true,
    days: ['mon'],
    password: 'two boats to Bonthe',
  },
});
const wrong = createForm({
  limits,
  initial: { name: '', phone: '076 12345', amount: '150.505', note: '', kind: '', tell: false, days: [] },
});
wrong.faults.value = {
  '': 'Somebody else changed this delivery a minute ago.',
  name: 'Please fill this in.',
  phone: 'One digit is missing. Write it like 076 123456.',
  amount: 'NLe has two decimals. Write 150.50 or 150.51.',
  note: 'At most 500 letters.',
  kind: 'Please choose one.',
  tell: 'There is no phone to tell.',
  days: 'At least one day.',
  password: 'At least 10 letters.',
};
const kept = createForm({ limits });
kept.restored.value = true;

const kinds = [
  ['cash', 'Cash'],
  ['qr', 'QR'],
] as const;
const days = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
] as const;

function FreeInput() {
  const [text, setText] = useState('Lumley');
  return <Input type="text" class="input" aria-label="Town" value={text} onText={setText} />;
}

/** What is typed into and chosen from, as it should be and refused. */
export const typed: readonly Entry[] = [
  { part: 'Input', states: [['filled in', FreeInput]] },
  {
    part: 'TextField',
    states: [
      ['filled in', () => <TextField form={fine} name="name" label="Recipient" />],
      ['may stay empty', () => <TextField form={fine} name="email" label="E-mail" hint="For the receipt." />],
      ['refused', () => <TextField form={wrong} name="name" label="Recipient" />],
    ],
  },
  {
    part: 'MoneyField',
    states: [
      ['filled in', () => <MoneyField form={fine} name="amount" label="Cash to collect" />],
      ['refused', () => <MoneyField form={wrong} name="amount" label="Cash to collect" />],
    ],
  },
  {
    part: 'PhoneField',
    states: [
      ['filled in', () => <PhoneField form={fine} name="phone" label="Recipient's phone" />],
      ['refused', () => <PhoneField form={wrong} name="phone" label="Recipient's phone" />],
    ],
  },
  {
    part: 'LongTextField',
    states: [
      [
        'filled in',
        () => <LongTextField form={fine} name="note" label="Note" hint="The courier reads it." rows={2} />,
      ],
      ['refused', () => <LongTextField form={wrong} name="note" label="Note" rows={2} />],
    ],
  },
  {
    part: 'SelectField',
    states: [
      ['chosen', () => <SelectField form={fine} name="kind" label="Paid by" options={kinds} />],
      [
        'refused',
        () => <SelectField form={wrong} name="kind" label="Paid by" options={kinds} none="Choose" />,
      ],
    ],
  },
  {
    part: 'SwitchField',
    states: [
      [
        'on',
        () => (
          <SwitchField form={fine} name="tell" label="Tell the recipient" hint="When the courier sets out." />
        ),
      ],
      ['refused', () => <SwitchField form={wrong} name="tell" label="Tell the recipient" />],
    ],
  },
  {
    part: 'ChoicesField',
    states: [
      ['one of two', () => <ChoicesField form={fine} name="days" label="Days" options={days} />],
      ['refused', () => <ChoicesField form={wrong} name="days" label="Days" options={days} />],
    ],
  },
  {
    part: 'RowField',
    states: [
      ['filled in', () => <RowField form={fine} name="name" label="Recipient" />],
      ['refused', () => <RowField form={wrong} name="amount" label="Price" currency="SLE" />],
    ],
  },
  {
    part: 'PasswordField',
    states: [
      [
        'filled in',
        () => <PasswordField form={fine} name="password" label="Password" autocomplete="current-password" />,
      ],
      [
        'refused',
        () => <PasswordField form={wrong} name="password" label="New password" autocomplete="new-password" />,
      ],
    ],
  },
  {
    part: 'Form',
    states: [
      [
        'one field and its act',
        () => (
          <Form form={fine} onSubmit={nothing} label="A delivery">
            <TextField form={fine} name="name" label="Recipient" />
            <FormActs form={fine} save="Save the delivery" always />
          </Form>
        ),
      ],
    ],
  },
  { part: 'FormFault', states: [['what is wrong with all of it', () => <FormFault form={wrong} />]] },
  {
    part: 'ThingForm',
    states: [
      [
        'of something new',
        () => (
          <ThingForm
            form={fine}
            label="A new delivery"
            save="Save the delivery"
            onSave={() => Promise.resolve()}
          >
            <TextField form={fine} name="name" label="Recipient" />
          </ThingForm>
        ),
      ],
    ],
  },
  {
    part: 'Theirs',
    states: [
      [
        'somebody else was faster',
        () => (
          <Theirs
            form={kept}
            theirs={{ name: 'Fatmata Koroma', tell: true }}
            useMine={nothing}
            useTheirs={nothing}
          />
        ),
      ],
    ],
  },
  { part: 'RestoredNote', states: [['typed earlier', () => <RestoredNote form={kept} />]] },
  {
    part: 'FormActs',
    states: [
      ['ready', () => <FormActs form={fine} save="Save" always />],
      ['under way', () => <FormActs form={fine} save="Saving" always busy />],
      ['refused', () => <FormActs form={wrong} save="Save" always />],
    ],
  },
];
