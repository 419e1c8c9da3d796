import {
  CloudUpload,
  Download,
  History,
  LogOut,
  MapPin,
  RefreshCw,
  Smartphone,
  Sparkles,
  Sun,
  Ticket,
  type IconNode,
} from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { momentText } from '../../kit/format/time.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { locale, speak } from '../../kit/text/locale.ts';
import { device } from '../data/api.ts';
import { installed, leaveDoor, standAt } from '../state/begin.ts';
import { refreshManifest } from '../state/keep-manifest.ts';
import { isSunlight, switchSunlight } from '../state/look.ts';
import { go, isMenuOpen } from '../state/place.ts';
import { db, direction, door, head, isOnline, unsent } from '../state/signals.ts';
import { t } from '../texts.ts';
import { isGateAsked } from './gate-dialog.tsx';
import './menu-sheet.css';

const close = (): void => void (isMenuOpen.value = false);

/** Everything that is not letting people in. */
export function MenuSheet(): VNode {
  const [leaving, leave] = useState(false);
  const here = door.value;
  if (leaving && here)
    return (
      <Confirm
        title={t.leaveTitle(here.event.name)}
        consequences={[t.leave1, t.leave2]}
        keep={t.keepDoor}
        go={t.leave}
        onGo={leaveDoor}
        onClose={close}
      />
    );
  return (
    <Dialog title={here?.device.name ?? t.menu} onClose={close}>
      {here && (
        <p class="quiet">
          {t.role(here.device.role)}. {t.until(momentText(here.device.expiresAt))}.
        </p>
      )}
      <Segmented
        label={t.way}
        value={direction.value}
        options={[
          ['in', t.comingIn],
          ['out', t.leaving],
        ]}
        onChange={(next) => {
          direction.value = next;
          close();
        }}
      />
      <ul class="menu-acts">
        {actsHere(() => leave(true)).map((act) => (
          <MenuAct key={act.name} {...act} />
        ))}
      </ul>
      <OtherEvents />
      <Segmented
        label={t.language}
        value={locale.value}
        options={[
          ['en', 'English'],
          ['kri', 'Krio'],
        ]}
        onChange={speak}
      />
    </Dialog>
  );
}

type Act = {
  readonly icon: IconNode;
  readonly name: string;
  readonly run: () => void;
  /** Why it cannot be done now. */ readonly off?: string | false;
  readonly isOn?: boolean;
};

function actsHere(leave: () => void): readonly Act[] {
  const here = door.value;
  const hasGates = here?.device.gate === null && (head.value?.gates.length ?? 0) > 0;
  const { offer, update } = installed.value ?? {};
  const begins = update?.value ?? null;
  const keeps = offer?.value ?? null;
  const mode = here?.livemode === false ? 'test' : 'live';
  const refresh = (): void => {
    close();
    if (db.value) void refreshManifest(db.value);
  };
  return [
    ...(begins ? [{ icon: Sparkles, name: t.update, run: begins }] : []),
    { icon: History, name: t.scansTitle, run: () => go({ at: 'scans' }) },
    { icon: CloudUpload, name: `${t.unsentTitle} (${unsent.value})`, run: () => go({ at: 'unsent' }) },
    ...(hasGates
      ? [
          {
            icon: MapPin,
            name: t.gate,
            run: () => {
              close();
              isGateAsked.value = true;
            },
          },
        ]
      : []),
    { icon: RefreshCw, name: t.refreshNow, run: refresh, off: !isOnline.value && t.needsNetwork },
    {
      icon: Sun,
      name: t.sunlight,
      isOn: isSunlight.value,
      run: () => switchSunlight(!isSunlight.value, mode),
    },
    ...(keeps ? [{ icon: Download, name: t.install, run: () => void keeps() }] : []),
    { icon: Smartphone, name: t.pairMoreEvents, run: () => go({ at: 'pair' }), off: whySending() },
    { icon: LogOut, name: t.leave, run: leave, off: whySending() },
  ];
}

/** What is unsent of one event is sent while the phone stands at it. */
function whySending(): string | false {
  return unsent.value > 0 && t.sendFirst;
}

function MenuAct({ icon, name, run, off = false, isOn }: Act): VNode {
  return (
    <li>
      <button
        type="button"
        aria-disabled={off ? 'true' : undefined}
        aria-pressed={isOn}
        onClick={off ? undefined : run}
      >
        <Icon of={icon} />
        <span class="grow">
          {name}
          {off && <small>{off}</small>}
        </span>
      </button>
    </li>
  );
}

/** Events that this phone was paired for besides. */
function OtherEvents(): VNode | null {
  const others = (device.pairing.value?.doors ?? []).filter(({ event }) => event.id !== door.value?.event.id);
  if (others.length === 0) return null;
  return (
    <section>
      <h3>{t.otherEvents}</h3>
      <ul class="menu-acts">
        {others.map((one) => (
          <MenuAct
            key={one.event.id}
            icon={Ticket}
            name={one.event.name}
            off={whySending()}
            run={() => void standAt(one)}
          />
        ))}
      </ul>
    </section>
  );
}
