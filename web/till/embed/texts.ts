import { texts } from '../../kit/text/texts.ts';

export const t = texts(
  {
    mayBeDropped:
      'In this page the browser may forget what is not sent yet. For selling without a network, use the till in a window of its own.',
    keepsNothing: 'In this page the browser keeps nothing, so the till cannot sell here.',
    ownWindow: 'Open the till in its own window',
    customerFirst: 'Choose a customer first.',
    otherUnsent: (name: string, count: number) =>
      `This browser is the till ${name} and has ${count} unsent. Open that in its own window and send them first.`,
  },
  {
    mayBeDropped:
      'Insay dis pej di brawza kin fɔgɛt wetin nɔ sɛn yet. Fɔ sɛl we nɛtwɔk nɔ de, yuz di til na in yon winda.',
    keepsNothing: 'Insay dis pej di brawza nɔ de kip natin, so di til nɔ ebul fɔ sɛl na ya.',
    ownWindow: 'Opin di til na in yon winda',
    customerFirst: 'Pik kɔstɔma fɔs.',
    otherUnsent: (name: string, count: number) =>
      `Dis brawza na di til ${name} ɛn ${count} nɔ sɛn yet. Opin am na in yon winda ɛn sɛn dɛn fɔs.`,
  },
);
