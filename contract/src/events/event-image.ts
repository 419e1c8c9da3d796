import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { EventParams } from './event-params.ts';
import { Event } from './event-schema.ts';
import { exampleEvent, exampleEventId } from './examples.ts';

const PICTURE_CHARACTERS_MAX = 8_000_000;

const SetEventImageBody = Type.Object(
  {
    image: Type.String({
      minLength: 1,
      maxLength: PICTURE_CHARACTERS_MAX,
      description:
        'A JPEG, PNG or WebP picture of at most 5 MB in base64, with or without the head of a data URL.',
    }),
  },
  { title: 'SetEventImageBody', description: 'The cover of an event.' },
);
export type SetEventImageBody = Static<typeof SetEventImageBody>;

export const setEventImage = operation({
  id: 'setEventImage',
  method: 'POST',
  path: '/events/:id/image',
  tag: 'Events',
  summary: 'Give an event a cover picture',
  description:
    'The picture is made anew, upright, at most 1600 pixels a side and without what a camera wrote into it; image_url then shows it to whoever has the link. The one uploaded before is gone. Send image_url: null to show none.',
  scope: 'events:write',
  largeBody: true,
  status: 200,
  params: EventParams,
  body: SetEventImageBody,
  answer: Event,
  errors: ['EVENT_NOT_FOUND'],
  example: {
    params: { id: exampleEventId },
    body: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    answer: { ...exampleEvent, image_url: 'https://api.example.sl/f/x6cWkC0vTqS1m3y4Yw0ZpQ' },
  },
});
