import { Type } from 'typebox';

/** The path of everything below one event. */
export const EventParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the event, evt_….' }),
});
