/** What the pages of tickets say in English. */
export const englishTickets = {
  titleOf: (event: string) => `Your tickets for ${event}`,
  soldBy: (store: string) => `Sold by ${store}`,
  doors: (time: string) => `Doors open ${time}`,
  whereUnknown: 'The place will be announced.',
  show: 'Show the code at the entrance. It admits whoever shows it first, so keep it to yourself.',
  qrOf: (code: string) => `QR code of the ticket ${code}`,
  admits: (persons: number) => `Admits ${persons} persons`,
  seat: (seat: string) => `Seat ${seat}`,
  place: (at: number, of: number) => `Ticket ${at} of ${of}`,
  usedAt: (time: string) => `Used ${time}`,
  isVoid: 'This ticket was voided. It admits nobody.',
  isBlocked: 'This ticket is blocked. Please ask whoever sold it to you.',
  cancelled:
    'This event was cancelled. Your tickets do not count any more; any money paid for them goes back the way it came.',
  refunded: (money: string) => `Refunded: ${money}`,
  handedOnTo: (name: string) => `One ticket was handed on to ${name}, and only its new holder can show it.`,
  handedOn: 'One ticket was handed on, and only its new holder can show it.',
  pdf: 'Save as PDF',
  calendar: 'Add to calendar',
  order: 'Order number',
  testMode: 'These tickets are not real and admit nobody.',
  footer: 'Tickets by Cottontree',
};

export type TicketTexts = typeof englishTickets;

/** The same in Krio. */
export const krioTickets: TicketTexts = {
  titleOf: (event) => `Yu tikɛt dɛn fɔ ${event}`,
  soldBy: (store) => `Na ${store} sɛl am`,
  doors: (time) => `Dɛn go opin di domɔt ${time}`,
  whereUnknown: 'Dɛn go tɛl yu usay i go bi.',
  show: 'Sho di kod na di domɔt. Di fɔs pɔsin we sho am go go insay, so nɔ gi am to ɔda pɔsin.',
  qrOf: (code) => `QR kod fɔ di tikɛt ${code}`,
  admits: (persons) => `Fɔ ${persons} pipul`,
  seat: (seat) => `Sit ${seat}`,
  place: (at, of) => `Tikɛt ${at} pan ${of}`,
  usedAt: (time) => `Dɛn yuz am ${time}`,
  isVoid: 'Dɛn dɔn kansul dis tikɛt. Nɔbɔdi nɔ go ebul fɔ go insay wit am.',
  isBlocked: 'Dɛn blɔk dis tikɛt. Aks di pɔsin we sɛl am to yu.',
  cancelled: 'Dɛn dɔn kansul dis ivɛnt. Yu tikɛt dɛn nɔ de wok igen; if yu bin pe, di mɔni go kam bak.',
  refunded: (money) => `Mɔni we de kam bak: ${money}`,
  handedOnTo: (name) => `Dɛn dɔn gi wan tikɛt to ${name}; na in nɔmɔ ebul fɔ sho am.`,
  handedOn: 'Dɛn dɔn gi wan tikɛt to ɔda pɔsin; na in nɔmɔ ebul fɔ sho am.',
  pdf: 'Kip am as PDF',
  calendar: 'Put am na kalɛnda',
  order: 'Ɔda nɔmba',
  testMode: 'Na tɛst: dɛn tikɛt ya nɔto tru tikɛt.',
  footer: 'Tikɛt bay Cottontree',
};
