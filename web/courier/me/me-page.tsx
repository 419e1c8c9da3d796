import { Download, KeyRound, LogOut, RefreshCw } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { timeText } from '../../kit/format/time.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Face, Note } from '../../kit/parts/note.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { locale, speak } from '../../kit/text/locale.ts';
import { device, sessionOver } from '../data/api.ts';
import { Fault } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { Pin } from '../sign-in/sign-in.tsx';
import { goBack, go } from '../state/place.ts';
import { positionState, refusePosition, sharePosition } from '../state/position.ts';
import { setShift } from '../state/shift.ts';
import { signOut } from '../state/sign-in.ts';
import { installed, isOnline, shift, waiting } from '../state/signals.ts';
import { t } from '../texts.ts';
import { PinDialog } from './pin-dialog.tsx';
import { setSunlight, sunlight } from './sunlight.ts';
import './me.css';
import '../sign-in/sign-in.css';

/** Who carries with this phone, the shift, and how the app shows itself. */
export function MePage(): VNode {
  const courier = device.pairing.value;
  const [changing, setChanging] = useState(false);
  const offer = installed.value?.offer.value;
  if (!courier)
    return (
      <Screen title={t.me} inner>
        {null}
      </Screen>
    );
  const { driver } = courier;
  if (sessionOver.value)
    return (
      <Screen title={t.me} inner>
        <div class="pad-in stack">
          <Note meaning="wait">{t.sessionOver}</Note>
          <Pin phone={driver.phone} onDone={goBack} />
          <Leave />
        </div>
      </Screen>
    );
  return (
    <Screen title={t.me} inner>
      <div class="sheet pad-in row">
        <Face initials={initialsOf(driver.name)} />
        <div class="grow">
          <b class="me-name">{driver.name}</b>
          <p class="quiet">
            {[phoneText(driver.phone), t.vehicle(driver.vehicle_type), driver.plate]
              .filter((text) => text !== '')
              .join(', ')}
          </p>
          <p class="quiet">{courier.storeName ?? t.allShops}</p>
        </div>
      </div>
      <div class="pad-in stack">
        <ShiftSwitch />
        <Switch label={t.sunlight} hint={t.sunlightMore} on={sunlight.value} onChange={setSunlight} />
        <PositionSwitch />
        <Segmented
          label={t.language}
          value={locale.value}
          options={[
            ['en', 'English'],
            ['kri', 'Krio'],
          ]}
          onChange={speak}
        />
        <div class="me-acts">
          <Button icon={RefreshCw} onClick={() => go({ at: 'unsent' })}>
            {t.unsentOf(waiting.value.length)}
          </Button>
          {offer && (
            <Button icon={Download} onClick={() => void offer()}>
              {t.install}
            </Button>
          )}
          <Button icon={KeyRound} off={!isOnline.value && t.needsNetwork} onClick={() => setChanging(true)}>
            {t.changePin}
          </Button>
          <Leave />
        </div>
      </div>
      {changing && <PinDialog onClose={() => setChanging(false)} />}
    </Screen>
  );
}

/** Signs out; also whose session is over, for what stands on the phone is somebody's. */
function Leave(): VNode {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <Button kind="danger" icon={LogOut} onClick={() => setLeaving(true)}>
        {t.signOut}
      </Button>
      {leaving && (
        <Confirm
          title={t.signOutAsk}
          consequences={[
            waiting.value.length > 0 ? t.signOutUnsent(waiting.value.length) : t.allSent,
            t.signOutMore,
          ]}
          keep={t.stay}
          go={t.signOut}
          onGo={signOut}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

function ShiftSwitch(): VNode {
  const { busy, fault, run } = useAct();
  const { online = false, since = null } = shift.value ?? {};
  return (
    <div>
      <Switch
        label={t.onShift}
        hint={online && since !== null ? t.onShiftSince(timeText(since)) : t.offShiftHint}
        on={online}
        busy={busy || !isOnline.value}
        onChange={(on) => void run(() => setShift(on))}
      />
      <Fault>{fault}</Fault>
    </div>
  );
}

function PositionSwitch(): VNode {
  const state = positionState.value;
  return (
    <Switch
      label={t.positionShared}
      hint={state === 'none' ? t.positionNone : t.positionHint}
      on={state === 'on'}
      busy={state === 'none'}
      onChange={(on) => void (on ? sharePosition() : refusePosition())}
    />
  );
}

type SwitchProps = {
  readonly label: string;
  readonly hint: string;
  readonly on: boolean;
  readonly busy?: boolean;
  readonly onChange: (on: boolean) => void;
};

function Switch({ label, hint, on, busy = false, onChange }: SwitchProps): VNode {
  const id = useId();
  return (
    <div class="switch-field">
      <div class="grow">
        <label for={id}>{label}</label>
        <small>{hint}</small>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        class="switch"
        checked={on}
        aria-disabled={busy ? 'true' : undefined}
        onClick={(event) => busy && event.preventDefault()}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
