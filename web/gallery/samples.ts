import type { Bar, Source } from '../kit/parts/bars.tsx';
import type { Happening } from '../kit/parts/timeline.tsx';

export const deliveries = [
  {
    job: 'SHP-4C8T-W2ND',
    order: 'ORD-10482',
    status: 'in_transit',
    who: 'Fatmata Bangura',
    where: 'Sir Samuel Lewis Rd, Aberdeen',
    cash: 180,
  },
  {
    job: 'SHP-7K3M-9QWX',
    order: 'ORD-10485',
    status: 'picked_up',
    who: 'Alpha Koroma',
    where: '14 Wilkinson Road, Congo Town',
    cash: 450,
  },
  {
    job: 'SHP-8DYM-J1XP',
    order: 'ORD-10474',
    status: 'cancelled',
    who: 'Isha Tejan-Sie',
    where: 'Cape Road, Aberdeen',
    cash: 75,
  },
] as const;

export const sources: readonly Source[] = [
  { name: 'Till', colour: 1 },
  { name: 'Tickets', colour: 2 },
  { name: 'Invoices', colour: 3 },
  { name: 'Payment links', colour: 4 },
];

export const days: readonly Bar[] = Array.from({ length: 14 }, (_, day) => ({
  label: day === 13 ? 'Today' : `${8 + day} Nov`,
  title: `${8 + day} Nov`,
  parts: [
    4000 + ((day * 977) % 3100),
    1500 + ((day * 613) % 1900),
    900 + ((day * 331) % 1700),
    600 + ((day * 211) % 900),
  ],
}));

export const happenings: readonly Happening[] = [
  {
    title: 'In transit',
    at: '2026-11-21T13:51:00Z',
    text: 'Foday Turay left the shop.',
    meaning: 'move',
    glyph: 'most',
  },
  {
    title: 'Picked up',
    at: '2026-11-21T13:42:00Z',
    text: 'Pickup code entered, correct on the first try.',
    meaning: 'good',
    glyph: 'tick',
  },
  { title: 'Created', at: '2026-11-21T13:20:00Z', meaning: 'good', glyph: 'tick' },
];
