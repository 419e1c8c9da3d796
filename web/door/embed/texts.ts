import { texts } from '../../kit/text/texts.ts';

export const t = texts(
  {
    keepsNothing: 'In this page the browser keeps nothing, so nobody can be let in here.',
    ownWindow: 'Open the door in its own window',
  },
  {
    keepsNothing: 'Insay dis pej di brawza nɔ de kip natin, so nɔbɔdi nɔ go ebul fɔ go insay na ya.',
    ownWindow: 'Opin di domɔt na in yon winda',
  },
);
