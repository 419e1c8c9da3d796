import { texts } from '../../kit/text/texts.ts';

/** What the pages of Events are called; the shell names them before any is loaded. */
export const pageNames = texts(
  {
    events: 'All events',
    orders: 'Orders',
  },
  {
    events: 'Ɔl di ivɛnt dɛn',
    orders: 'Ɔda dɛn',
  },
);
