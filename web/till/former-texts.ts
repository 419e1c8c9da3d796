import { counted, texts } from '../kit/text/texts.ts';

/** What is said of a till that this device was before. */
export const former = texts(
  {
    someTill: 'Another till',
    pairUnsent: (name: string, count: number) =>
      `${name} has ${count} unsent on this device. As another till of the same shop it sends them in the name of ${name} once somebody has signed in; as one of another shop they stay here until it is ${name} again.`,
    pairLying: (name: string, count: number) =>
      `${counted(count, 'sale', 'sales')} of ${name} ${count === 1 ? 'is' : 'are'} not finished on this device. As another till ${count === 1 ? 'it stays' : 'they stay'} here until the device is ${name} again.`,
    unsent: (name: string, count: number) =>
      `${name}, which this device was, has ${count} unsent. They are sent in its name.`,
    unsentElsewhere: (name: string, shop: string, count: number) =>
      `${name}, which this device was, has ${count} unsent for ${shop}. Pair this device with it again to send them, or save them as a file.`,
    anotherShop: 'another shop',
    toSee: (name: string, count: number) =>
      `Of ${name}, which this device was, ${counted(count, 'thing is', 'things are')} to be looked at.`,
    lying: (name: string, count: number) =>
      `${counted(count, 'sale is', 'sales are')} not finished at ${name}, which this device was. Pair this device with it again to go on, or give up what lies here.`,
    look: 'Look',
    giveUp: 'Give up',
    giveUpTitle: (name: string) => `Give up what lies of ${name}?`,
    giveUp1: 'Sales that were parked or begun there go off this device for good.',
    giveUp2: 'What was sold or paid is with the server and stays.',
    keep: 'Keep',
  },
  {
    someTill: 'Ɔda til',
    pairUnsent: (name, count) =>
      `${name} gɛt ${count} na dis mashin we nɔ sɛn yet. As ɔda til na di sem shɔp, i go sɛn dɛn na ${name} in nem we pɔsin sayn in; as til na ɔda shɔp dɛn go de ya te i bi ${name} bak.`,
    pairLying: (name, count) =>
      `${count} sel fɔ ${name} nɔ dɔn yet na dis mashin. As ɔda til dɛn go de ya te i bi ${name} bak.`,
    unsent: (name, count) =>
      `${name}, we dis mashin bin bi, gɛt ${count} we nɔ sɛn. Wi de sɛn dɛn na in nem.`,
    unsentElsewhere: (name, shop, count) =>
      `${name}, we dis mashin bin bi, gɛt ${count} we nɔ sɛn fɔ ${shop}. Tay dis mashin to am bak fɔ sɛn dɛn, ɔ sev dɛn as fayl.`,
    anotherShop: 'ɔda shɔp',
    toSee: (name, count) => `${count} tin fɔ ${name}, we dis mashin bin bi, de fɔ luk.`,
    lying: (name, count) =>
      `${count} sel fɔ ${name}, we dis mashin bin bi, nɔ dɔn yet ya. Tay dis mashin to am bak fɔ go bifo, ɔ lɛf wetin de ya.`,
    look: 'Luk',
    giveUp: 'Lɛf am',
    giveUpTitle: (name) => `Yu wan lɛf wetin de fɔ ${name}?`,
    giveUp1: 'Sel we dɛn pak ɔ bigin de go kɔmɔt na dis mashin fɔ gud.',
    giveUp2: 'Wetin dɛn sɛl ɔ pe de wit di sɔva ɛn i go de.',
    keep: 'Kip am',
  },
);
