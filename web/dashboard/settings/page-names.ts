import { texts } from '../../kit/text/texts.ts';

/** What the pages of Settings are called; the shell names them before any is loaded. */
export const pageNames = texts(
  {
    profile: 'Profile',
    branding: 'Branding',
    members: 'Members',
    security: 'Your account',
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
    profile: 'Profayl',
    branding: 'Brand',
    members: 'Pipul dɛn',
    security: 'Yu akawnt',
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
