import type { Event, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { composeFile, deleteFiles, holdFiles, insertFile, readPhoto } from '../../files/index.ts';
import type { Events } from '../module.ts';
import { changeEvent } from './change-event.ts';
import { presentEvent, versionOf } from './present-event.ts';

const PICTURE_BYTES_MAX = 5_242_880;

/** Gives an event a cover, made anew; the one uploaded before is gone. */
export async function setEventImage(
  { params, body }: Input<Operations['setEventImage']>,
  call: Call,
  module: Events,
): Promise<Reply<Event>> {
  const picture = await module.pictures.encode(readPhoto(body.image, 'image', PICTURE_BYTES_MAX), 'image');
  const file = composeFile(module, picture);
  return effect(module, call, {
    work: async (runner) => {
      const event = await changeEvent(module, runner, {
        tenant: call.tenant,
        eventId: params.id,
        now: call.now,
        ifMatch: null,
        decide: (before) => ({ ...before, imageUrl: `/f/${file.token}` }),
      });
      await deleteFiles(runner, call.tenant, event.id);
      await insertFile(runner, { tenant: call.tenant, subject: event.id }, file);
      await holdFiles(runner, call.tenant, event.id);
      return reply(presentEvent(event, module.settings), { version: versionOf(event) });
    },
  });
}
