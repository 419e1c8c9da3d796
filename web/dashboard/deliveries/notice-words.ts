import { wordsOf } from '../../kit/format/words.ts';
import { texts } from '../../kit/text/texts.ts';

/** What messages to people tell of. */
const kinds = texts(
  {
    created: 'A parcel is coming, with the code',
    near: 'The courier is near',
    arrived: 'The courier is at the door',
    code_reissued: 'A new code',
    picked_up: 'It was picked up',
    delivered: 'It was handed over',
    failed: 'It could not be handed over',
    cancelled: 'It was called off',
    job_assigned: 'A job for the courier',
    job_withdrawn: 'A job taken from the courier',
  },
  {
    created: 'Pasul de kam, wit di kod',
    near: 'Di rayda de nia',
    arrived: 'Di rayda de na do',
    code_reissued: 'Nyu kod',
    picked_up: 'Dɛn dɔn pik am',
    delivered: 'Dɛn dɔn gi am',
    failed: 'Dɛn nɔ ebul gi am',
    cancelled: 'I dɔn kansul',
    job_assigned: 'Jɔb fɔ di rayda',
    job_withdrawn: 'Dɛn tek di jɔb frɔm di rayda',
  },
);

/** What a message tells of, in words. */
export function noticeKindText(kind: string): string {
  return (kinds as Readonly<Record<string, string>>)[kind] ?? wordsOf(kind);
}
