import { h } from '../core/dom.ts';
import type { TicketTexts } from './texts.ts';
import type { SoldEvent } from './api.ts';

/** Name, time, place and picture of an event, by the clock of the place. */
export function eventHeader(event: SoldEvent, texts: TicketTexts, origin: string): HTMLElement {
  const place = [event.venue, event.address].filter((one) => one !== null).join(', ');
  return h(
    'header',
    { class: 'event', part: 'event' },
    event.image_url === null
      ? null
      : h('img', { src: pictureOf(event.id, event.image_url, origin), alt: '', part: 'picture' }),
    h('h2', {}, event.name),
    h('p', {}, texts.date(dayAndTime(event.start_date, event.timezone), place === '' ? null : place)),
    event.doors_open === null
      ? null
      : h('p', { class: 'quiet' }, texts.doors(time(event.doors_open, event.timezone))),
    event.description === null ? null : h('p', { class: 'quiet about' }, event.description),
  );
}

/** From the server, also where it lies elsewhere: no other host learns who looks, and a strict page allows no other. */
function pictureOf(id: string, url: string, origin: string): string {
  return url.startsWith(`${origin}/`) ? url : `${origin}/e/${encodeURIComponent(id)}/cover`;
}

/** `21 Nov 2026, 18:00` */
export function dayAndTime(at: string, timeZone: string): string {
  const day = new Date(at).toLocaleDateString('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return `${day}, ${time(at, timeZone)}`;
}

/** `18:00` */
export function time(at: string, timeZone?: string): string {
  return new Date(at).toLocaleTimeString('en-GB', {
    ...(timeZone ? { timeZone } : {}),
    hour: '2-digit',
    minute: '2-digit',
  });
}
