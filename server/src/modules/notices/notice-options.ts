/** How this platform reaches people, as its operator set it. */
export type NoticeOptions = {
  /** Null: e-mails are written to the log. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Null: texts are written to the log, or go by WhatsApp. */
  readonly sms: SmsGateway | null;
  readonly whatsApp: WhatsAppAccount | null;
  /** What the gateway proves itself with; null: nothing comes in. */
  readonly inboundSecret: string | null;
  /** Minutes of the day between which nothing is sent that can wait; null: at any time. */
  readonly quietHours: { readonly from: number; readonly to: number } | null;
  /** How long after its end a delivery keeps who it went to. */
  readonly recipientDataDays: number;
};

export type SmsGateway = {
  /** With placeholders it is called by GET, else by POST with JSON. */
  readonly url: string;
  /** The JSON to post, with placeholders. */
  readonly body: string;
  readonly authorization: string | null;
  /** What stands as sender, where the gateway takes one. */
  readonly sender: string;
  /** What one message costs, and what one merchant's may cost in a day; in the same unit. */
  readonly price: number;
  readonly spendPerDayMax: number;
};

export type WhatsAppAccount = {
  readonly url: string;
  readonly phoneId: string;
  readonly token: string;
  /** A template with the text as its one parameter; null: plain text. */ readonly template: string | null;
};
