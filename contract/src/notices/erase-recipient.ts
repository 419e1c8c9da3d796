import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { TimeOut } from '../schema.ts';
import { Phone } from '../shared-fields.ts';

export const eraseRecipient = operation({
  id: 'eraseRecipient',
  method: 'POST',
  path: '/shipping/recipients/erase',
  tag: 'Notices',
  summary: 'Forget a recipient',
  description:
    'Erases the name, phones, address and notes of everybody at this number from finished deliveries, saved addresses and messages of this merchant and mode, for good. What was delivered, when and for how much stays. Refused while a delivery to the number is under way. The same happens by itself some time after each delivery has ended (a year, unless the operator says otherwise).',
  scope: 'shipping:write',
  status: 200,
  body: Type.Object({ phone: Phone }, { title: 'EraseRecipientBody', description: 'Whom to forget.' }),
  answer: Type.Object(
    {
      deliveries: Type.Integer({ description: 'Deliveries whose recipient was erased.' }),
      addresses: Type.Integer({ description: 'Saved addresses that were deleted.' }),
      notices: Type.Integer({ description: 'Messages whose phone and text were erased.' }),
      erased_at: TimeOut('From when on nobody knows who it was.'),
    },
    { title: 'ErasedRecipient', description: 'How much was erased.' },
  ),
  errors: ['RECIPIENT_HAS_ACTIVE_DELIVERIES', 'INVALID_PHONE'],
  example: {
    body: { phone: '078 234567' },
    answer: { deliveries: 4, addresses: 1, notices: 6, erased_at: '2026-11-21T09:16:05.402Z' },
  },
});
