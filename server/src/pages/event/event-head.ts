import type { PublicEvent, PublicTicketType } from '@cottontree/contract';
import { html, jsonData, type Html } from '../html.ts';
import type { Selling } from './event-state.ts';

const DESCRIPTION_CHARACTERS_MAX = 200;

/** What search engines and those who share the page are told of an event. */
export function eventHead(
  event: PublicEvent,
  { title, selling }: { readonly title: string; readonly selling: Selling },
): Html {
  const description = shorten(event.description ?? title);
  return html`<meta name="description" content="${description}"><meta property="og:type" content="event"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${event.public_url}">${event.image_url === null ? null : html`<meta property="og:image" content="${event.image_url}">`}
<link rel="canonical" href="${event.public_url}">
<script type="application/ld+json">${jsonData(linkedData(event, { description, selling }))}</script>
`;
}

function linkedData(
  event: PublicEvent,
  { description, selling }: { readonly description: string; readonly selling: Selling },
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description,
    startDate: event.start_date,
    endDate: event.end_date,
    eventStatus: `https://schema.org/${selling === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    organizer: { '@type': 'Organization', name: event.organizer },
    url: event.public_url,
    ...(event.doors_open === null ? {} : { doorTime: event.doors_open }),
    ...(event.image_url === null ? {} : { image: event.image_url }),
    ...(event.venue === null && event.address === null
      ? {}
      : {
          location: {
            '@type': 'Place',
            name: event.venue ?? event.address,
            address: event.address ?? event.venue,
          },
        }),
    offers: event.ticket_types.map((type) => offerOf(type, event.public_url)),
  };
}

function offerOf(type: PublicTicketType, url: string): object {
  const availability = type.remaining === 0 ? 'SoldOut' : type.on_sale ? 'InStock' : 'OutOfStock';
  return {
    '@type': 'Offer',
    name: type.name,
    price: type.price,
    priceCurrency: type.currency,
    availability: `https://schema.org/${availability}`,
    url,
    ...(type.sales_start === null ? {} : { validFrom: type.sales_start }),
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= DESCRIPTION_CHARACTERS_MAX
    ? line
    : `${characters.slice(0, DESCRIPTION_CHARACTERS_MAX - 1).join('')}…`;
}
