import { Type, type Static } from 'typebox';
import { Nullable, OneOf } from '../schema.ts';
import { deliveryEnds, deliveryWarnings } from './words.ts';

export const DeliveryWarning = Type.Object(
  {
    code: OneOf(
      deliveryWarnings,
      'CATCH_ALL_ZONE: the place is in no town or area we know, so the zone for everywhere else sets the price. RECIPIENT_PHONE_MISSING: the delivery code reaches the recipient only through you.',
    ),
    message: Type.String({ description: 'The same for people.' }),
    address: Nullable(OneOf(deliveryEnds, 'Which end it is about; null: neither.')),
    did_you_mean: Type.Array(Type.String(), {
      description:
        'Names of towns and areas that the city is spelt nearly like, the nearest first, at most 3; each can be sent in its place.',
    }),
  },
  {
    title: 'DeliveryWarning',
    description: 'What is worth knowing about what was done nevertheless.',
  },
);
export type DeliveryWarning = Static<typeof DeliveryWarning>;

export const DeliveryWarnings = Type.Array(DeliveryWarning, {
  description: 'What should be looked at; empty: nothing.',
});
