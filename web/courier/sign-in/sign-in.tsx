import { ArrowLeft, Bike } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { phoneText } from '../../kit/format/phone.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { locale, speak } from '../../kit/text/locale.ts';
import { PinPad } from '../../tools/pin-pad.tsx';
import { signIn, type Account } from '../state/sign-in.ts';
import { t } from '../texts.ts';
import './sign-in.css';

/** Who carries with this phone: number, then PIN, then which shop where there are several. */
export function SignIn({ onDone }: { readonly onDone?: () => void }): VNode {
  const [phone, setPhone] = useState('');
  const [isAsked, setAsked] = useState(false);
  return (
    <main class="gate">
      <div class="gate-card">
        <Mark size={44} />
        {isAsked ? (
          <Pin phone={phone} onBack={() => setAsked(false)} {...(onDone ? { onDone } : {})} />
        ) : (
          <Phone phone={phone} onPhone={setPhone} onNext={() => setAsked(true)} />
        )}
      </div>
      <Segmented
        label={t.language}
        value={locale.value}
        options={[
          ['en', 'English'],
          ['kri', 'Krio'],
        ]}
        onChange={speak}
      />
    </main>
  );
}

type PhoneProps = {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly onNext: () => void;
};
const DIGITS_MIN = 6;

function Phone({ phone, onPhone, onNext }: PhoneProps): VNode {
  const id = useId();
  const isShort = phone.replaceAll(/\D/g, '').length < DIGITS_MIN;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort) onNext();
      }}
    >
      <h1>{t.signInTitle}</h1>
      <p class="quiet gate-more">{t.signInMore}</p>
      <div class="field">
        <label for={id}>{t.phone}</label>
        <Input
          id={id}
          type="tel"
          class="input gate-phone"
          inputMode="tel"
          autocomplete="tel"
          placeholder="076 123456"
          autofocus
          value={phone}
          onText={onPhone}
        />
      </div>
      <Button kind="primary" type="submit" size="big" off={isShort && t.phoneShort}>
        {t.goOn}
      </Button>
    </form>
  );
}

const PIN_MAX = 8;
type PinProps = { readonly phone: string; readonly onBack?: () => void; readonly onDone?: () => void };

/** The PIN of a number; it stays where it is until the server says yes. */
export function Pin({ phone, onBack, onDone }: PinProps): VNode {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [choice, setChoice] = useState<{
    readonly pin: string;
    readonly accounts: readonly Account[];
  } | null>(null);
  async function enter(pin: string, driverId?: string): Promise<void> {
    setBusy(true);
    setFault(null);
    const done = await signIn({ phone, pin, ...(driverId === undefined ? {} : { driverId }) });
    setBusy(false);
    if (done.is === 'out') setFault(done.why);
    else if (done.is === 'choose') setChoice({ pin, accounts: done.accounts });
    else onDone?.();
  }
  if (choice) return <Choose accounts={choice.accounts} onChoose={(id) => void enter(choice.pin, id)} />;
  return (
    <>
      <div class="pin-who">
        {onBack && <Button kind="ghost" icon={ArrowLeft} label={t.anotherNumber} onClick={onBack} />}
        <h1>{phoneText(phone)}</h1>
      </div>
      <PinPad digitsMax={PIN_MAX} busy={busy} error={fault} onPin={(pin) => void enter(pin)} />
      {busy && (
        <p class="small quiet gate-more" role="status">
          {t.checkingPin}
        </p>
      )}
    </>
  );
}

type ChooseProps = {
  readonly accounts: readonly Account[];
  readonly onChoose: (driverId: string) => void;
};

function Choose({ accounts, onChoose }: ChooseProps): VNode {
  return (
    <>
      <h1>{t.forWhom}</h1>
      <ul class="people">
        {accounts.map(({ driver_id, store_name, livemode }) => (
          <li key={driver_id}>
            <button type="button" onClick={() => onChoose(driver_id)}>
              <Icon of={Bike} />
              <span class="grow">{store_name ?? t.allShops}</span>
              {livemode === false && (
                <span data-mode="test">
                  <Tag meaning="idle">{t.test}</Tag>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
