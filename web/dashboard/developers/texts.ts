import { texts } from '../../kit/text/texts.ts';

/** What the shell shows of the place; loaded with it. */
export const placeTexts = texts(
  {
    overview: 'Overview',
    keys: 'API keys',
    webhooks: 'Webhooks',
    messages: 'Messages',
    requests: 'Request log',
    events: 'Event catalogue',
    tests: 'Test tools',
  },
  {
    overview: 'Bigin',
    keys: 'API ki dɛn',
    webhooks: 'Wɛbhuk',
    messages: 'Mɛsej dɛn',
    requests: 'Rikwɛst lɔg',
    events: 'Ol di ivɛnt dɛn',
    tests: 'Tɛst tul dɛn',
  },
);
