import { CottontreeError } from '@cottontree/client';
import { Banknote } from 'lucide';
import type { Offer } from '@cottontree/contract';
import type { VNode } from 'preact';
import { Money } from '../../kit/parts/money.tsx';
import { Note, Tag } from '../../kit/parts/note.tsx';
import { roomForCash } from '../cash/in-hand.ts';
import { kmText, shortName } from '../jobs/way.ts';
import { StopMark } from '../jobs/stop-view.tsx';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { go, goTab } from '../state/place.ts';
import { accept, decline, leave, offerGone } from '../state/offers.ts';
import { isOnline } from '../state/signals.ts';
import { t } from '../texts.ts';
import { Countdown } from './countdown.tsx';

type OfferViewProps = { readonly offer: Offer; /** Others that wait. */ readonly more: number };

const GONE: ReadonlySet<string> = new Set(['OFFER_TAKEN', 'OFFER_EXPIRED', 'OFFER_NOT_FOUND']);

/** Pay, way, cash; then one big answer. */
export function OfferView({ offer, more }: OfferViewProps): VNode {
  const { busy, fault, run } = useAct();
  const take = (): void =>
    void run(async () => {
      try {
        const jobNumber = await accept(offer);
        goTab('jobs');
        go({ at: 'job', jobNumber });
      } catch (error) {
        if (!(error instanceof CottontreeError && GONE.has(error.code))) throw error;
        // Somebody was faster, which is nobody's fault.
        offerGone.value = error.code === 'OFFER_EXPIRED' ? 'expired' : 'taken';
        leave(offer.id);
      }
    });
  const acts = (
    <>
      <Fault>{fault}</Fault>
      <MainAct busy={busy} off={!isOnline.value && t.needsNetwork} onClick={take}>
        {t.accept}
      </MainAct>
      <MainAct second onClick={() => void decline(offer).catch(() => undefined)}>
        {t.noThanks}
      </MainAct>
    </>
  );
  return (
    <Screen title={t.offer} acts={acts}>
      <div class="offer" {...(offer.livemode ? {} : { 'data-mode': 'test' })}>
        <WayStrip offer={offer} />
        <div class="sheet pad-in row offer-pay">
          <div class="grow">
            <p class="quiet">{offer.earning === null ? t.theShop : t.youEarn}</p>
            {offer.earning === null ? (
              <p class="offer-store">{offer.store_name}</p>
            ) : (
              <p class="big-sum">
                <Money amount={offer.earning} currency={offer.currency} />
              </p>
            )}
          </div>
          <Countdown offer={offer} />
        </div>
        <Legs offer={offer} />
        <Cash offer={offer} />
        {more > 0 && <p class="quiet offer-more">{t.moreOffers(more)}</p>}
      </div>
    </Screen>
  );
}

function Legs({ offer }: { readonly offer: Offer }): VNode {
  const { distance_km: toPickup, way_km: way } = offer;
  const bring = [
    offer.kind === 'return' ? t.returnTrip : t.bring,
    t.size(offer.package_size),
    `${offer.weight_kg} kg`,
    offer.fragile ? t.fragile : '',
  ].filter((text) => text !== '');
  return (
    <div class="sheet offer-legs">
      <div class="stop-line">
        <StopMark kind="fetch" />
        <div class="grow">
          <b>{`${offer.store_name}, ${placeOf(offer.pickup)}`}</b>
          <p class="quiet">{toPickup === null ? t.fetch : t.fetchFrom(kmText(toPickup))}</p>
        </div>
        {!offer.livemode && <Tag>{t.test}</Tag>}
      </div>
      <div class="stop-line">
        <StopMark kind="bring" />
        <div class="grow">
          <b>{placeOf(offer.dropoff)}</b>
          <p class="quiet">{bring.join(', ')}</p>
        </div>
        {way !== null && <span class="quiet">{kmText(way)}</span>}
      </div>
    </div>
  );
}

function placeOf({ city, zone }: Offer['pickup']): string {
  const name = shortName(zone.name);
  return city === name ? city : `${name}, ${city}`;
}

function Cash({ offer }: { readonly offer: Offer }): VNode | null {
  if (offer.cod_amount <= 0)
    return (
      <div class="offer-cash">
        <Note meaning="idle">{t.paidAlready}</Note>
      </div>
    );
  const room = roomForCash(offer.livemode);
  return (
    <div class="offer-cash">
      <Note meaning="wait" icon={Banknote}>
        {t.collect} <Money amount={offer.cod_amount} currency={offer.currency} /> {t.inCash}{' '}
        {room !== null && (
          <>
            {t.youMayHold} <Money amount={room} currency={offer.currency} /> {t.moreToday}
          </>
        )}
      </Note>
    </div>
  );
}

const WIDTH = 360;
const MARGIN = 40;
/** So that the shorter of the two is still seen. */
const SHARE_MIN = 0.22;

/**
 * How far it is to the pickup and from there on, in their proportion. An offer holds no address and no pin, so there is no map to draw;
 * where a distance is not known, nothing is.
 */
function WayStrip({ offer }: { readonly offer: Offer }): VNode | null {
  const { distance_km: toPickup, way_km: way } = offer;
  if (toPickup === null || way === null) return null;
  const share = Math.min(1 - SHARE_MIN, Math.max(SHARE_MIN, toPickup / Math.max(0.1, toPickup + way)));
  const pickupX = MARGIN + share * (WIDTH - 2 * MARGIN);
  return (
    <figure class="way-strip">
      <svg viewBox={`0 0 ${WIDTH} 96`} role="img" aria-label={t.wayOfOffer(kmText(toPickup), kmText(way))}>
        <path class="line mine" d={`M${MARGIN} 52H${pickupX}`} />
        <path class="line way" d={`M${pickupX} 52H${WIDTH - MARGIN}`} />
        <text x={(MARGIN + pickupX) / 2} y="34" text-anchor="middle">
          {kmText(toPickup)}
        </text>
        <text x={(pickupX + WIDTH - MARGIN) / 2} y="34" text-anchor="middle">
          {kmText(way)}
        </text>
        <circle class="mine-spot" cx={MARGIN} cy="52" r="8" />
        <circle class="fetch" cx={pickupX} cy="52" r="8" />
        <rect class="bring" x={WIDTH - MARGIN - 8} y="44" width="16" height="16" rx="3" />
        <text class="below" x={MARGIN} y="82" text-anchor="middle">
          {t.you}
        </text>
        <text class="below" x={pickupX} y="82" text-anchor="middle">
          {t.fetch}
        </text>
        <text class="below" x={WIDTH - MARGIN} y="82" text-anchor="middle">
          {t.bring}
        </text>
      </svg>
    </figure>
  );
}
