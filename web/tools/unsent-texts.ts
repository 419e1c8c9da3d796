import { counted, texts } from '../kit/text/texts.ts';

export const t = texts(
  {
    save: 'Save what is unsent as a file',
    read: 'Read such a file in',
    taken: (added: number, known: number) =>
      `${counted(added, 'act', 'acts')} taken in, ${known.toLocaleString('en')} known already.`,
    differing: (count: number) =>
      `${counted(count, 'act was', 'acts were')} left out: this device knows them otherwise. Keep the file, and ask whoever looks after the shop.`,
    NOT_OURS: 'This is no file of unsent acts that this version can read.',
    DAMAGED: 'This file was changed or cut. Save it anew where it comes from.',
    OF_ANOTHER: 'This file comes from a device of another shop, event or mode.',
  },
  {
    save: 'Sev wetin nɔ sɛn as fayl',
    read: 'Rid da kayn fayl insay',
    taken: (added, known) => `${added} kam insay, ${known} bin de ɔlrɛdi.`,
    differing: (count) =>
      `${count} nɔ kam insay: dis divays sabi dɛn difrɛn. Kip di fayl, ɛn aks di pɔsin we de luk afta di shɔp.`,
    NOT_OURS: 'Dis nɔto fayl we dis vashɔn ebul fɔ rid.',
    DAMAGED: 'Dɛn chenj ɔ kɔt dis fayl. Sev am bak usay i kɔmɔt.',
    OF_ANOTHER: 'Dis fayl kɔmɔt na ɔda shɔp, ivɛnt ɔ mod in divays.',
  },
);
