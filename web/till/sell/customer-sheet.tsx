import { CottontreeError } from '@cottontree/client';
import type { Customer } from '@cottontree/contract';
import { Search, UserMinus, UserPlus } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { phoneText } from '../../kit/format/phone.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { client } from '../data/api.ts';
import { isOnline } from '../state/sending.ts';
import { cart } from '../state/signals.ts';
import { changeCart } from '../state/selling.ts';
import { t } from '../texts.ts';

type Found = Pick<Customer, 'id' | 'name' | 'phone'>;

/** Who buys: found by phone number, or added with it. */
export function CustomerSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const [phoneId, nameId] = [useId(), useId()];
  const [phone, setPhone] = useState('');
  const [name, setName] = useState('');
  const [unknown, setUnknown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  function choose({ id, name: called, phone: number }: Found): void {
    changeCart((before) => ({
      ...before,
      customer: { id, name: called ?? number ?? t.customer, phone: number },
    }));
    onClose();
  }
  async function ask(work: () => Promise<Found>): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      choose(await work());
    } catch (error) {
      if (error instanceof CottontreeError && error.code === 'CUSTOMER_NOT_FOUND') setUnknown(true);
      else setFault(error instanceof Error ? error.message : t.notDone);
    }
    setBusy(false);
  }
  const find = () => ask(async () => (await client.lookUpCustomer({ query: { phone: phone.trim() } })).data);
  const make = () =>
    ask(async () => (await client.createCustomer({ body: { name: name.trim(), phone: phone.trim() } })).data);
  const { customer } = cart.value;
  return (
    <Dialog
      title={t.customer}
      onClose={onClose}
      acts={
        <Button
          kind="primary"
          icon={unknown ? UserPlus : Search}
          busy={busy}
          off={
            (!isOnline.value && t.needsNetwork) ||
            (phone.trim() === '' && t.phoneFirst) ||
            (unknown && name.trim() === '' && t.nameFirst)
          }
          onClick={() => void (unknown ? make() : find())}
        >
          {unknown ? t.addCustomer : t.findCustomer}
        </Button>
      }
    >
      {customer && (
        <div class="row">
          <span class="grow">
            <b>{customer.name}</b>{' '}
            {customer.phone !== null && <span class="quiet">{phoneText(customer.phone)}</span>}
          </span>
          <Button
            icon={UserMinus}
            onClick={() => (changeCart((before) => ({ ...before, customer: null })), onClose())}
          >
            {t.withoutCustomer}
          </Button>
        </div>
      )}
      {!isOnline.value && <Note meaning="wait">{t.customersNeedNetwork}</Note>}
      <div class="field">
        <label for={phoneId}>{t.phone}</label>
        <Input
          id={phoneId}
          type="tel"
          class="input"
          inputMode="tel"
          autocomplete="off"
          autofocus
          maxLength={32}
          placeholder="076 123456"
          value={phone}
          onText={(text) => (setPhone(text), setUnknown(false))}
          onKeyDown={(event: unknown) => {
            if ((event as KeyboardEvent).key === 'Enter' && phone.trim() !== '' && !unknown) void find();
          }}
        />
      </div>
      {unknown && (
        <>
          <Note>{t.customerUnknown}</Note>
          <div class="field">
            <label for={nameId}>{t.name}</label>
            <Input
              id={nameId}
              type="text"
              class="input"
              autocomplete="off"
              maxLength={120}
              value={name}
              onText={setName}
            />
          </div>
        </>
      )}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
