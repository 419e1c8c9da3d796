import { texts } from '../../kit/text/texts.ts';

export const t = texts(
  {
    keepsNothing:
      'In this page the browser keeps nothing: leave it open, and let people in with a network only. What is not sent yet goes with the page.',
    ownWindow: 'Open the door in its own window',
  },
  {
    keepsNothing:
      'Insay dis pej di brawza nɔ de kip natin: lɛ i opin, ɛn lɛ pipul go insay we nɛtwɔk de nɔmɔ. Wetin nɔ go yet go lɔs wit di pej.',
    ownWindow: 'Opin di domɔt na in yon winda',
  },
);
