import { BellRing, MapPin, Moon } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { timeText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { device } from '../data/api.ts';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { offerGone } from '../state/offers.ts';
import { positionState, refusePosition, sharePosition } from '../state/position.ts';
import { refresh } from '../state/refresh.ts';
import { setShift } from '../state/shift.ts';
import { isOnline, offers, shift } from '../state/signals.ts';
import { t } from '../texts.ts';
import { OfferView } from './offer-view.tsx';
import './offers.css';

/** Off shift: the switch. On shift: what is on offer, one at a time. */
export function OffersPage(): VNode {
  const [first, ...more] = offers.value;
  if (!shift.value?.online) return <OffShift />;
  return first ? <OfferView key={first.id} offer={first} more={more.length} /> : <NoOffer />;
}

function OffShift(): VNode {
  const { busy, fault, run } = useAct();
  const [asking, setAsking] = useState(false);
  const name = device.pairing.value?.driver.name.split(' ')[0] ?? '';
  const start = (): void =>
    void run(async () => {
      await setShift(true);
      await refresh();
    });
  const acts = (
    <>
      <Fault>{fault}</Fault>
      <MainAct
        busy={busy}
        off={!isOnline.value && t.needsNetwork}
        onClick={() => (positionState.value === 'ask' ? setAsking(true) : start())}
      >
        {t.startShift}
      </MainAct>
    </>
  );
  return (
    <Screen title={t.offers} acts={acts}>
      <div class="calm">
        <Icon of={Moon} />
        <h2>{t.offShift(name)}</h2>
        <p class="quiet">{t.offShiftMore}</p>
        {shift.value?.notice && <Note meaning="wait">{t.stillUnderWay(shift.value.jobs_under_way)}</Note>}
      </div>
      {asking && (
        <PositionDialog
          onAnswer={() => {
            setAsking(false);
            start();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Screen>
  );
}

type PositionDialogProps = { readonly onAnswer: () => void; readonly onClose: () => void };

/** Says why before the browser asks. No is an answer like any other. */
function PositionDialog({ onAnswer, onClose }: PositionDialogProps): VNode {
  const acts = [
    <Button
      key="no"
      size="big"
      onClick={() => {
        void refusePosition();
        onAnswer();
      }}
    >
      {t.positionNo}
    </Button>,
    <Button
      key="yes"
      kind="primary"
      size="big"
      icon={MapPin}
      onClick={() => {
        void sharePosition();
        onAnswer();
      }}
    >
      {t.positionYes}
    </Button>,
  ];
  return (
    <Dialog title={t.positionAsk} onClose={onClose} acts={acts}>
      <ul class="consequences">
        <li>{t.position1}</li>
        <li>{t.position2}</li>
        <li>{t.position3}</li>
      </ul>
    </Dialog>
  );
}

function NoOffer(): VNode {
  const { busy, fault, run } = useAct();
  const since = shift.value?.since ?? null;
  const acts = (
    <>
      <Fault>{fault}</Fault>
      <MainAct
        second
        busy={busy}
        off={!isOnline.value && t.needsNetwork}
        onClick={() => void run(() => setShift(false))}
      >
        {t.endShift}
      </MainAct>
    </>
  );
  return (
    <Screen title={t.offers} acts={acts}>
      <div class="calm">
        {offerGone.value !== null && (
          <Note meaning="idle">{offerGone.value === 'taken' ? t.offerTaken : t.offerExpired}</Note>
        )}
        <Icon of={BellRing} />
        <h2>{isOnline.value ? t.waitingForOffers : t.offersNeedNetwork}</h2>
        <p class="quiet">{isOnline.value ? t.waitingMore : t.offersNeedNetworkMore}</p>
        {since !== null && <p class="quiet small">{t.onShiftSince(timeText(since))}</p>}
        {positionState.value === 'off' && <p class="quiet small">{t.positionOff}</p>}
      </div>
    </Screen>
  );
}
