import type { NoticeLocale, TicketNoticeKind } from '@cottontree/contract';

/**
 * Texts to whoever has tickets or waits for some. `{way}` is the event, `{subject}` its time or an amount, `{code}` the codes
 * and the link: with one code and names of usual length, 160 septets.
 */
export const TICKET_TEXTS: Readonly<Record<NoticeLocale, Readonly<Record<TicketNoticeKind, string>>>> =
  Object.freeze({
    en: {
      tickets_paid: '{store}: {way}, {subject}. Show at the door: {code}',
      ticket_sent: '{store}: your ticket for {way}, {subject}: {code}',
      event_changed: '{store}: {way} has changed. It is now {subject}. {code}',
      event_cancelled:
        '{store}: {way}, {subject}, was cancelled. Tickets of order {job} no longer count; any money paid for them goes back.',
      tickets_refunded: '{store}: {subject} for {way} goes back to you. Order {job}.',
      waitlist_offered: '{store}: tickets for {way} are kept for you until {subject}: {code}',
    },
    kri: {
      tickets_paid: '{store}: {way}, {subject}. Sho dis na di domɔt: {code}',
      ticket_sent: '{store}: yu tikɛt fɔ {way}, {subject}: {code}',
      event_changed: '{store}: {way} dɔn chenj. Naw na {subject}. {code}',
      event_cancelled:
        '{store}: dɛn dɔn kansul {way}, {subject}. Di tikɛt dɛn fɔ {job} nɔ de wok igen; if yu bin pe, di mɔni go kam bak.',
      tickets_refunded: '{store}: {subject} fɔ {way} de kam bak to yu. Ɔda {job}.',
      waitlist_offered: '{store}: dɛn kip tikɛt fɔ {way} fɔ yu te {subject}: {code}',
    },
  });

type Mail = { readonly subject: string; readonly text: string };

/** The same by e-mail, where there is room to say what to do. */
export const TICKET_MAILS: Readonly<Record<NoticeLocale, Readonly<Record<TicketNoticeKind, Mail>>>> =
  Object.freeze({
    en: {
      tickets_paid: {
        subject: 'Your tickets for {way}',
        text: 'Your tickets for {way}, {subject}, are here. They are in the PDF with this message, and behind this link:\n\n{code}\n\nShow the QR code at the entrance, on paper or on your phone. It admits whoever shows it first, so keep it to yourself.\n\nOrder {job}, {store}',
      },
      ticket_sent: {
        subject: 'Your ticket for {way}',
        text: 'Your ticket for {way}, {subject}, is here. It is in the PDF with this message, and behind this link:\n\n{code}\n\nShow the QR code at the entrance, on paper or on your phone. It admits whoever shows it first, so keep it to yourself.\n\n{store}',
      },
      event_changed: {
        subject: '{way} has changed',
        text: '{way} has changed. It is now: {subject}.\n\nYour tickets stay good. They are here, with the calendar entry as it is now:\n\n{code}\n\nOrder {job}, {store}',
      },
      event_cancelled: {
        subject: '{way} was cancelled',
        text: '{way}, {subject}, was cancelled. The tickets of your order {job} no longer count, and any money paid for them goes back the way it came.\n\n{store}',
      },
      tickets_refunded: {
        subject: 'Your money for {way}',
        text: '{subject} of your order {job} for {way} goes back the way it came.\n\n{store}',
      },
      waitlist_offered: {
        subject: 'Tickets for {way}',
        text: 'You waited for tickets for {way}. Some are kept for you until {subject}. Buy them here:\n\n{code}\n\nAfter that they go to whoever is next.\n\n{store}',
      },
    },
    kri: {
      tickets_paid: {
        subject: 'Yu tikɛt dɛn fɔ {way}',
        text: 'Yu tikɛt dɛn fɔ {way}, {subject}, dɔn kam. Dɛn de insay di PDF wit dis mɛsej, ɛn na dis link:\n\n{code}\n\nSho di QR kod na di domɔt, na pepa ɔ na yu fon. Di fɔs pɔsin we sho am go go insay, so nɔ gi am to ɔda pɔsin.\n\nƆda {job}, {store}',
      },
      ticket_sent: {
        subject: 'Yu tikɛt fɔ {way}',
        text: 'Yu tikɛt fɔ {way}, {subject}, dɔn kam. I de insay di PDF wit dis mɛsej, ɛn na dis link:\n\n{code}\n\nSho di QR kod na di domɔt, na pepa ɔ na yu fon. Di fɔs pɔsin we sho am go go insay, so nɔ gi am to ɔda pɔsin.\n\n{store}',
      },
      event_changed: {
        subject: '{way} dɔn chenj',
        text: '{way} dɔn chenj. Naw na: {subject}.\n\nYu tikɛt dɛn stil de wok. Dɛn de ya:\n\n{code}\n\nƆda {job}, {store}',
      },
      event_cancelled: {
        subject: 'Dɛn dɔn kansul {way}',
        text: 'Dɛn dɔn kansul {way}, {subject}. Di tikɛt dɛn fɔ yu ɔda {job} nɔ de wok igen, ɛn if yu bin pe, di mɔni go kam bak.\n\n{store}',
      },
      tickets_refunded: {
        subject: 'Yu mɔni fɔ {way}',
        text: '{subject} fɔ yu ɔda {job}, {way}, de kam bak to yu.\n\n{store}',
      },
      waitlist_offered: {
        subject: 'Tikɛt fɔ {way}',
        text: 'Yu bin de wet fɔ tikɛt fɔ {way}. Dɛn kip sɔm fɔ yu te {subject}. Bay dɛn ya:\n\n{code}\n\nAfta dat dɛn go to di nɛks pɔsin.\n\n{store}',
      },
    },
  });
