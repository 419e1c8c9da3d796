import { accentUsed, operations, type Branding, type Input, type Operations } from '@cottontree/contract';
import { change, changesNothing, stays } from '../../../kernel/change/change.ts';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { readWebUrl } from '../../../kernel/web/read-web-url.ts';
import type { Settings } from '../../../kernel/call/context.ts';
import {
  composeFile,
  deleteFiles,
  fileUrl,
  holdFiles,
  insertFile,
  readPhoto,
  type NewFile,
} from '../../files/index.ts';
import type { Tx } from '../../../store/index.ts';
import type { Merchants } from '../module.ts';
import { findLook, writeLook, type KeptLook, type Look } from './branding.queries.ts';

type Body = Input<Operations['updateBranding']>['body'];

/** Reads how the merchant's pages, papers and letters look. */
export async function getBranding(
  _input: object,
  { tenant }: Call,
  { store, settings }: Merchants,
): Promise<Reply<Branding>> {
  const kept = await findLook(store.of(tenant), tenant);
  return reply(presentBranding(kept, settings), { version: String(kept.version) });
}

/** Changes it; pictures are made anew, and the ones before are gone. */
export async function updateBranding(
  { body }: Input<Operations['updateBranding']>,
  call: Call,
  module: Merchants,
): Promise<Reply<Branding>> {
  const pictures = await readPictures(body, module);
  const kept = await module.store.transaction(call.tenant, (tx) => {
    const branding = {
      key: { tenant: call.tenant, id: 'branding' },
      tooMany: 'requests change the branding',
      read: () => findLook(tx, call.tenant),
      ifMatch: call.ifMatch,
      seen: ({ version }: KeptLook) => ({ version, what: 'The branding' }),
    };
    return change(branding, async (before) => {
      refuseReadOnly(operations.updateBranding.readOnly, body, presentBranding(before, module.settings));
      const look = readLook(body, before.look, { call, pictures });
      if (changesNothing(look, before.look)) return before;
      if (!(await writeLook(tx, call.tenant, { version: before.version, look, at: call.now })))
        return undefined;
      await keepPictures(tx, call, { body, pictures });
      return { ...before, version: before.version + 1, updatedAt: call.now, look };
    });
  });
  module.brands.forget(call.tenant);
  return reply(presentBranding(kept, module.settings), { version: String(kept.version) });
}

const PICTURE_BYTES_MAX = 2_097_152;
/** A logo is printed at 190 points at the most, and goes with every paper and letter. */
const SIDE_PIXELS_MAX = { logo: 640, icon: 512, cover: 1_600 } as const;
const PICTURES = ['logo', 'icon', 'cover'] as const;
type Pictures = Readonly<Partial<Record<(typeof PICTURES)[number], NewFile>>>;

async function readPictures(body: Body, module: Merchants): Promise<Pictures> {
  const read: [string, NewFile][] = [];
  for (const name of PICTURES) {
    const text = body[name];
    if (typeof text !== 'string') continue;
    const bytes = readPhoto(text, name, PICTURE_BYTES_MAX);
    read.push([name, composeFile(module, await module.pictures.encode(bytes, name, SIDE_PIXELS_MAX[name]))]);
  }
  return Object.fromEntries(read);
}

type Reading = { readonly call: Call; readonly pictures: Pictures };

function readLook(body: Body, before: Look, { call, pictures }: Reading): Look {
  const { support = {}, policies = {} } = body;
  const token = (name: (typeof PICTURES)[number]): string | null =>
    body[name] === undefined ? before[`${name}_token`] : (pictures[name]?.token ?? null);
  const phone = (text: string | null | undefined, path: string): string | null | undefined =>
    typeof text === 'string' ? readPhone(text, { path, call }) : text;
  return {
    logo_token: token('logo'),
    icon_token: token('icon'),
    cover_token: token('cover'),
    accent: stays(body.accent?.toLowerCase() ?? body.accent, before.accent),
    phone: stays(phone(support.phone, 'support.phone'), before.phone),
    email: stays(support.email, before.email),
    whatsapp: stays(phone(support.whatsapp, 'support.whatsapp'), before.whatsapp),
    returns: stays(policies.returns, before.returns),
    terms_url: stays(secureUrl(policies.terms_url, 'policies.terms_url'), before.terms_url),
    privacy_url: stays(secureUrl(policies.privacy_url, 'policies.privacy_url'), before.privacy_url),
    footer: stays(body.footer, before.footer),
  };
}

function secureUrl(text: string | null | undefined, path: string): string | null | undefined {
  if (typeof text !== 'string') return text;
  if (!readWebUrl(text, path).startsWith('https://'))
    throw invalid({ path, message: 'must begin with https://' });
  return text;
}

/** One of each kind is kept, for as long as it is shown. */
async function keepPictures(
  tx: Tx,
  { tenant }: Call,
  { body, pictures }: { readonly body: Body; readonly pictures: Pictures },
): Promise<void> {
  for (const name of PICTURES) {
    if (body[name] === undefined) continue;
    const subject = `branding-${name}`;
    await deleteFiles(tx, tenant, subject);
    const file = pictures[name];
    if (!file) continue;
    await insertFile(tx, { tenant, subject }, file);
    await holdFiles(tx, tenant, subject);
  }
}

function presentBranding(
  { version, updatedAt, look }: KeptLook,
  settings: Pick<Settings, 'publicUrl'>,
): Branding {
  return {
    version,
    logo_url: fileUrl(look.logo_token, settings),
    icon_url: fileUrl(look.icon_token, settings),
    cover_url: fileUrl(look.cover_token, settings),
    accent: look.accent,
    accent_used: accentUsed(look.accent),
    support: { phone: look.phone, email: look.email, whatsapp: look.whatsapp },
    policies: { returns: look.returns, terms_url: look.terms_url, privacy_url: look.privacy_url },
    footer: look.footer,
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
