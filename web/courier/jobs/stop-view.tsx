import { MapPin, MessageCircle, Phone } from 'lucide';
import type { IconNode } from 'lucide';
import type { DriverJob, JobStop } from '@cottontree/contract';
import type { VNode } from 'preact';
import { Icon } from '../../kit/parts/icon.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { device } from '../data/api.ts';
import { here } from '../state/signals.ts';
import { t } from '../texts.ts';
import { nextStop } from './stage.ts';
import { distanceKm, geoUrl, kmText, spotOf } from './way.ts';
import './stop.css';

/** A ring to fetch, a square to bring: told apart in grey, too. */
export function StopMark({ kind }: { readonly kind: 'fetch' | 'bring' }): VNode {
  return (
    <svg class={`stop-mark ${kind}`} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      {kind === 'fetch' ? (
        <circle cx="12" cy="12" r="6.5" />
      ) : (
        <rect x="5" y="5" width="14" height="14" rx="3" />
      )}
    </svg>
  );
}

/** How far it is from here; null: not known. */
export function kmTo(stop: JobStop): string | null {
  const [me, spot] = [here.value, spotOf(stop)];
  return me && spot ? kmText(distanceKm(me, spot)) : null;
}

/** That a parcel and its money are none, for who carries real ones too. */
export function TestMark({ job }: { readonly job: Pick<DriverJob, 'livemode'> }): VNode | null {
  return job.livemode || device.pairing.value?.livemode === false ? null : <Tag>{t.test}</Tag>;
}

/** Where to go next: the landmark as large as the street, for it is what one looks for. */
export function StopView({ job }: { readonly job: DriverJob }): VNode {
  const stop = nextStop(job);
  const isPickup = stop === job.pickup;
  const km = kmTo(stop);
  return (
    <section class="sheet stop-view">
      <div class="stop-line">
        <StopMark kind={isPickup ? 'fetch' : 'bring'} />
        <div class="grow">
          <p class="stop-street">{stop.address ?? stop.city}</p>
          {stop.landmark !== null && <p class="stop-landmark">{stop.landmark}</p>}
          <p class="quiet">
            {[isPickup ? stop.contact_name : null, stop.address === null ? null : stop.city, stop.plus_code]
              .filter((text) => text !== null && text !== '')
              .join(', ')}
          </p>
          {stop.instructions !== null && <p class="stop-told">{stop.instructions}</p>}
        </div>
        <span class="stop-side">
          <TestMark job={job} />
          {km !== null && <span class="quiet">{km}</span>}
        </span>
      </div>
      <ContactActs stop={stop} />
    </section>
  );
}

/** Call, WhatsApp, Map. Where there is no number, it says so instead. */
export function ContactActs({ stop }: { readonly stop: JobStop }): VNode {
  return (
    <div class="contact-acts">
      {stop.call_url !== null && (
        <Contact href={stop.call_url} icon={Phone}>
          {t.call}
        </Contact>
      )}
      {stop.whatsapp_url !== null && (
        <Contact href={stop.whatsapp_url} icon={MessageCircle} away>
          {t.whatsapp}
        </Contact>
      )}
      <Contact href={geoUrl(stop)} icon={MapPin}>
        {t.map}
      </Contact>
      {stop.call_url === null && <p class="small quiet">{t.noNumber}</p>}
    </div>
  );
}

type ContactProps = {
  readonly href: string;
  readonly icon: IconNode;
  readonly away?: boolean;
  readonly children: string;
};

function Contact({ href, icon, away = false, children }: ContactProps): VNode {
  return (
    <a class="contact" href={href} {...(away ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      <Icon of={icon} size="l" />
      {children}
    </a>
  );
}
