import type { Call, CottontreeError } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:sendSaleReceipt';
import { FileText, Printer, Send } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { saveFile } from '../../../kit/data/files.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { CopyButton } from '../../../kit/parts/copy.tsx';
import { SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../../kit/parts/form.tsx';
import { Menu } from '../../../kit/parts/menu.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { asBody } from '../../../kit/form/thing-form.tsx';
import type { Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';

type Sent = Data<Operations['sendSaleReceipt']>;
type Channel = 'email' | 'sms' | 'whatsapp' | 'link';

/** The receipt as it is printed, and every way to the buyer. */
export function SaleReceipt({ sale }: { readonly sale: Sale }): VNode {
  const text = useText(sale);
  const params = { id: sale.id };
  async function file(format: 'pdf' | 'escpos', width: '58' | '80'): Promise<void> {
    try {
      const { data } = await client.getSaleReceipt({ params, query: { format, width } });
      if (!(data instanceof Blob)) return;
      saveFile(data, `${sale.receipt_number ?? sale.id}.${format === 'pdf' ? 'pdf' : 'bin'}`);
    } catch (error) {
      toast((error as CottontreeError).message);
    }
  }
  return (
    <Card
      title={t.receipt}
      end={
        <Menu
          items={[
            { name: t.printerFile('58'), icon: Printer, onClick: () => void file('escpos', '58') },
            { name: t.printerFile('80'), icon: Printer, onClick: () => void file('escpos', '80') },
          ]}
        />
      }
    >
      <div class="stack">
        {text !== null && (
          <pre class="till-paper" tabIndex={0} aria-label={t.receiptOf(sale.receipt_number ?? '')}>
            {text}
          </pre>
        )}
        <div class="row wrap">
          <Button size="s" icon={Printer} onClick={() => void file('pdf', '80')}>
            {t.pdf}
          </Button>
          {sale.receipt_url !== null && (
            <ButtonLink size="s" icon={FileText} href={sale.receipt_url} target="_blank">
              {t.buyersPage}
            </ButtonLink>
          )}
        </div>
        {may('sales:write') && sale.receipt_url !== null && <SendReceipt sale={sale} />}
      </div>
    </Card>
  );
}

/** As wide as paper of 58 mm; it changes with the sale. */
function useText(sale: Sale): string | null {
  const [text, setText] = useState<string | null>(null);
  const asked: Call<'getSaleReceipt'> = { params: { id: sale.id }, query: { format: 'text', width: '58' } };
  const { answer } = useCall(client.getSaleReceipt, asked);
  const blob = answer?.data;
  useEffect(() => {
    if (blob instanceof Blob) void blob.text().then(setText);
  }, [blob]);
  return text;
}

function SendReceipt({ sale }: { readonly sale: Sale }): VNode {
  const [channel, setChannel] = useState<Channel>('whatsapp');
  const form = useForm({ limits, initial: { to: '', lang: 'en' } });
  const [sent, setSent] = useState<Sent | null>(null);
  const act = useAct(client.sendSaleReceipt);
  const known = channel === 'email' ? sale.customer.email : sale.customer.phone;
  const names: Readonly<Record<Channel, string>> = {
    whatsapp: t.whatsapp,
    sms: t.sms,
    email: t.email,
    link: t.link,
  };
  async function go(): Promise<void> {
    const { to, lang } = form.body();
    const body = { channel, lang, ...(channel === 'link' || to === undefined ? {} : { to }) };
    const done = await act.run({ params: { id: sale.id }, body: asBody(body) });
    setSent(done?.data ?? null);
  }
  useEffect(() => {
    if (act.error) form.refuse(act.error);
  }, [act.error]);
  return (
    <Form form={form} label={t.sendReceipt} onSubmit={go}>
      <Segmented
        label={t.sendReceipt}
        options={Object.entries(names).map(([value, name]) => [value as Channel, name] as const)}
        value={channel}
        onChange={(next) => {
          act.reset();
          setSent(null);
          setChannel(next);
        }}
      />
      {channel !== 'link' && (
        <TextField
          form={form}
          name="to"
          type={channel === 'email' ? 'email' : 'tel'}
          label={channel === 'email' ? t.toEmail : t.toPhone}
          placeholder={channel === 'email' ? '' : '076 123456'}
          {...(known ? { hint: t.toHint(known) } : {})}
        />
      )}
      <SelectField
        form={form}
        name="lang"
        label={t.language}
        options={[
          ['en', t.english],
          ['kri', t.krio],
        ]}
      />
      <FormActs
        form={form}
        always
        busy={act.busy}
        save={channel === 'link' || channel === 'whatsapp' ? t.makeLink : t.sendBy(names[channel])}
      />
      {sent && <WhatWasSent sent={sent} />}
    </Form>
  );
}

function WhatWasSent({ sent }: { readonly sent: Sent }): VNode {
  if (sent.status !== 'share')
    return (
      <Note meaning={sent.status === 'test' ? 'move' : 'good'} icon={Send}>
        {sent.status === 'test' ? t.testOnly(sent.to ?? '') : t.queued(sent.to ?? '')}
      </Note>
    );
  return (
    <div class="row wrap">
      <CopyButton text={sent.url} />
      {sent.channel === 'whatsapp' && sent.share_url !== null && (
        <ButtonLink kind="primary" size="s" href={sent.share_url} target="_blank">
          {t.openWhatsapp}
        </ButtonLink>
      )}
    </div>
  );
}
