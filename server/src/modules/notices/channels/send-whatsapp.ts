import type { World } from '../../../kernel/running/world.ts';
import type { WhatsAppAccount } from '../notice-options.ts';
import { outcomeOfStatus, type ChannelOutcome, type PhoneMessage } from './outcome.ts';
import { gatewayTimeoutMs } from './send-sms.ts';

/** Hands a text to the WhatsApp Cloud API; outside a conversation that the person began, only a template is let through. */
export async function sendWhatsApp(
  world: Pick<World, 'send'>,
  account: WhatsAppAccount,
  message: PhoneMessage,
): Promise<ChannelOutcome> {
  const result = await world.send({
    url: `${account.url}/${account.phoneId}/messages`,
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        messaging_product: 'whatsapp',
        to: message.to.slice(1),
        biz_opaque_callback_data: message.id,
        ...contentOf(account, message.text),
      }),
    ),
    deadlineMs: gatewayTimeoutMs,
  });
  if (result.status === null) return { kind: 'unsure', reason: result.error ?? 'connect' };
  return outcomeOfStatus(result.status, () => messageIdIn(result.body));
}

/** A link that opens WhatsApp with the text, to be sent by hand. */
export function whatsAppLink(phone: string, text: string): string {
  return `https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`;
}

function contentOf({ template }: WhatsAppAccount, text: string): object {
  if (template === null) return { type: 'text', text: { body: text, preview_url: false } };
  return {
    type: 'template',
    template: {
      name: template,
      language: { code: 'en' },
      // WhatsApp refuses a parameter with line ends or many spaces.
      components: [{ type: 'body', parameters: [{ type: 'text', text: text.replaceAll(/\s+/g, ' ') }] }],
    },
  };
}

function messageIdIn(body: Buffer): string | null {
  try {
    const answer = JSON.parse(body.toString('utf8')) as {
      readonly messages?: readonly { readonly id?: unknown }[];
    } | null;
    const id = answer?.messages?.[0]?.id;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
