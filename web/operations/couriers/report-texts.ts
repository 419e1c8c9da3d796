import { texts } from '../../kit/text/texts.ts';

export const reportTexts = texts(
  {
    report: 'Report',
    title: 'How couriers did',
    lead: 'By the jobs that were created in these days.',
    from: 'From',
    to: 'To',
    courier: 'Courier',
    jobs: 'Jobs',
    delivered: 'Delivered',
    failed: 'Failed',
    onTime: 'On time',
    stars: 'Stars',
    cash: 'Cash collected',
    none: 'Nobody carried anything in these days.',
  },
  {
    report: 'Ripɔt',
    title: 'Aw rayda dɛn du',
    lead: 'Bay di wok we mek insay dɛn de ya.',
    from: 'Frɔm',
    to: 'Te',
    courier: 'Rayda',
    jobs: 'Wok dɛn',
    delivered: 'Dɔn gi',
    failed: 'Nɔ wok',
    onTime: 'Pan tɛm',
    stars: 'Sta',
    cash: 'Kash we i tek',
    none: 'Nobɔdi nɔ kɛr natin insay dɛn de ya.',
  },
);
