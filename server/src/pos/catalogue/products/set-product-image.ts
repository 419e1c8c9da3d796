import type { Input, Operations, Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { effect } from '../../../core/effect.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import { composeFile, deleteFiles, holdFiles, insertFile, readPhoto } from '../../../files/index.ts';
import type { Pos } from '../../open-pos.ts';
import { changeProduct } from './change-product.ts';
import { presentProduct, versionOf } from './present-product.ts';

const PICTURE_BYTES_MAX = 5_242_880;

/** Gives a product a picture, made anew; the one before is gone. */
export async function setProductImage(
  { params, body }: Input<Operations['setProductImage']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  const file = composeFile(
    room,
    await room.pictures.encode(readPhoto(body.image, 'image', PICTURE_BYTES_MAX), 'image'),
  );
  return effect(room, call, {
    work: async (runner) => {
      const product = await changeProduct(room, {
        call,
        runner,
        productId: params.id,
        ifMatch: null,
        decide: (before) => ({ ...before, imageUrl: `/f/${file.token}` }),
      });
      await deleteFiles(runner, call.tenant, product.id);
      await insertFile(runner, { tenant: call.tenant, subject: product.id }, file);
      await holdFiles(runner, call.tenant, product.id);
      return reply(presentProduct(product, room.settings), { version: versionOf(product) });
    },
  });
}
