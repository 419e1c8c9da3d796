import { texts } from '../../kit/text/texts.ts';

/** What the pages of Settings are called; the shell names them before any is loaded. */
export const pageNames = texts(
  {
    pickup: 'Pickup address',
    taxes: 'Taxes',
    numbering: 'Numbering',
    payments: 'Payments',
    messages: 'Messages',
    widgets: 'Your website',
    activity: 'What was done',
    data: 'Data',
  },
  {
    pickup: 'Adrɛs fɔ pik-ap',
    taxes: 'Taks',
    numbering: 'Nɔmba dɛn',
    payments: 'Pement',
    messages: 'Mɛsej dɛn',
    widgets: 'Yu wɛbsayt',
    activity: 'Wetin dɛn du',
    data: 'Data',
  },
);
