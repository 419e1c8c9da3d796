import { texts } from '../kit/text/texts.ts';

export const t = texts(
  {
    load_again: 'Load again',
    none: 'This browser keeps nothing',
    none_more:
      'What you do here would be gone with this window, so nothing is taken on. It may be a private window, or this site may not store anything. Open the app in a usual window, or allow it to store data.',
    waits: 'Close the other window of this app',
    waits_more:
      'A newer version starts here as soon as the older one is closed. Everything done there is kept.',
    replaced: 'A newer version is open in another window',
    replaced_more: 'Go on there, or load this window again. Everything done here is kept.',
    older: 'This is an older version of the app',
    older_more:
      'A newer one was in use on this device, and what it kept waits here untouched. Load again when there is a network.',
    gone: 'The browser closed what this app keeps',
    gone_more:
      'Somebody cleared the data of this site, or the device is short of room. Load again: whatever is still there is shown and sent.',
  },
  {
    load_again: 'Lod am bak',
    none: 'Dis brawza nɔ de kip natin',
    none_more:
      'Wetin yu du ya go lɔs wit dis winda, so wi nɔ de tek natin. I kin bi prayvet winda, ɔ dis sayt nɔ get pawa fɔ kip tin. Opin di ap na ɔdinari winda, ɔ gri mek i kip tin.',
    waits: 'Lɔk di ɔda winda fɔ dis ap',
    waits_more: 'Nyu wan go bigin ya as yu lɔk di ol wan. Ɔl wetin yu du de kip.',
    replaced: 'Nyu wan dɔn opin na ɔda winda',
    replaced_more: 'Go bifo de, ɔ lod dis winda bak. Ɔl wetin yu du ya de kip.',
    older: 'Dis na ol vashɔn fɔ di ap',
    older_more: 'Dɛn bin yuz nyu wan na dis divays, ɛn wetin i kip de ya stil. Lod am bak we nɛtwɔk de.',
    gone: 'Di brawza dɔn lɔk wetin dis ap kip',
    gone_more: 'Sɔmbɔdi klia dis sayt in data, ɔ di divays ful. Lod am bak: wetin lɛf go sho ɛn go sɛn.',
  },
);
