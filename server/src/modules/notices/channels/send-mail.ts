import type { Socket } from 'node:net';
import type { MailMessage, ChannelOutcome } from './outcome.ts';

/** Opens a connection to a vetted address, within a deadline. */
export type Connect = (
  target: { readonly hostname: string; readonly port: number },
  deadlineMs: number,
) => Promise<Socket>;

export type MailServer = { readonly url: string; readonly from: string; readonly connect: Connect };

const CONNECT_TIMEOUT_MS = 10_000;
/** Longest silence of the server, and longest time for all of it. */
const SILENCE_MAX_MS = 15_000;
const MAIL_TIMEOUT_MS = 45_000;
const PORTS = Object.freeze({ 'smtps:': 465, 'smtp:': 587 });

/** Hands an e-mail to the operator's SMTP server, by TLS unless it is on this very machine. */
export async function sendMail(
  { url, from, connect }: MailServer,
  message: MailMessage,
): Promise<ChannelOutcome> {
  const server = new URL(url);
  const secure = server.protocol === 'smtps:';
  const hostname = server.hostname.replace(/^\[|\]$/g, '');
  const port = Number(server.port) || PORTS[secure ? 'smtps:' : 'smtp:'];
  let socket: Socket | null = null;
  try {
    const { createTransport } = await import('nodemailer');
    socket = await connect({ hostname, port }, CONNECT_TIMEOUT_MS);
    const transport = createTransport({
      host: hostname,
      port,
      secure,
      connection: socket,
      requireTLS: !secure && !isLoopback(socket.remoteAddress),
      tls: { minVersion: 'TLSv1.2', servername: hostname },
      greetingTimeout: SILENCE_MAX_MS,
      socketTimeout: SILENCE_MAX_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(server.username === ''
        ? {}
        : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    });
    const { messageId } = await within(
      MAIL_TIMEOUT_MS,
      transport.sendMail({
        from,
        // Read as a list, an address with a comma in it would be another person's.
        to: { name: '', address: message.to },
        subject: message.subject,
        text: message.text,
        ...(message.html === undefined ? {} : { html: message.html }),
        attachments: (message.files ?? []).map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: bytes,
        })),
        messageId: `<${message.id}@${hostname}>`,
      }),
    );
    return { kind: 'sent', providerId: messageId };
  } catch (error) {
    return outcomeOf(error);
  } finally {
    socket?.destroy();
  }
}

/** A reply of 5xx to the recipient or the message is for good; to a sign-in it is the operator's to mend. */
function outcomeOf(error: unknown): ChannelOutcome {
  const { responseCode, code, command } = error as {
    readonly responseCode?: number;
    readonly code?: string;
    readonly command?: string;
  };
  const reason = responseCode === undefined ? (code ?? 'connect').toLowerCase() : `smtp_${responseCode}`;
  const permanent =
    responseCode !== undefined &&
    responseCode >= 550 &&
    responseCode < 555 &&
    /^(?:RCPT TO|DATA|MAIL FROM)$/.test(command ?? '');
  return { kind: permanent ? 'refused' : 'unsure', reason };
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || address?.replace('::ffff:', '').startsWith('127.') === true;
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('The mail server took too long.'), { code: 'timeout' })),
      timeoutMs,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
