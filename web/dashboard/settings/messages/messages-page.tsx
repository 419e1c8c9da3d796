import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:updateNoticeSettings';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { ChoicesField, SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { noticeKindText } from '../../deliveries/notice-words.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { SettingCard } from '../setting-card.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { LastMessages } from './last-messages.tsx';
import { PreviewCard } from './preview-card.tsx';
import { messageTexts as t } from './texts.ts';
import '../settings.css';

type NoticeSettings = Data<Operations['getNoticeSettings']>;

const MINE = ['endpoint_failing', 'endpoint_disabled', 'verification_paused', 'key_exposed'];
const OF_PAYERS = ['payment_received'];

/** What people are told, and in which words. */
export function MessagesPage(): VNode {
  const { answer, error, again } = useCall(client.getNoticeSettings, may('shipping:read') ? {} : null);
  return (
    <Page
      title={pageNames.messages}
      crumbs={[[settingsTexts.settings, at('/settings')]]}
      lead={t.lead}
      acts={<ButtonLink href={at('/deliveries/messages')}>{t.log}</ButtonLink>}
    >
      {!may('shipping:read') ? (
        <NotAllowed scope="shipping:read" />
      ) : answer ? (
        <div class="narrow stack">
          {mode.value === 'test' && <Note>{t.testNote}</Note>}
          <KindsCard settings={answer.data} etag={answer.etag} />
          <WordsCard settings={answer.data} etag={answer.etag} />
          <PreviewCard chosen={answer.data.locale} />
          <LastMessages />
        </div>
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type CardProps = { readonly settings: NoticeSettings; readonly etag: string | null };

const kindsOf = ({ kinds }: NoticeSettings): FormValues => ({ kinds });
const wordsOf = ({ locale, sender_name }: NoticeSettings): FormValues => ({
  locale,
  sender_name: sender_name ?? '',
});

function KindsCard({ settings, etag }: CardProps): VNode {
  const all = limits['kinds[]']?.options ?? settings.kinds;
  const ofRecipients = all.filter((kind) => !MINE.includes(kind) && !OF_PAYERS.includes(kind));
  return (
    <NoticeCard title={t.sent} text={t.always} settings={settings} etag={etag} values={kindsOf}>
      {(form) => (
        <>
          <Kinds form={form} label={t.recipients} kinds={ofRecipients} />
          <Kinds form={form} label={t.payers} kinds={OF_PAYERS} />
          <Kinds form={form} label={t.you} kinds={MINE} />
        </>
      )}
    </NoticeCard>
  );
}

function Kinds(props: {
  readonly form: FormState;
  readonly label: string;
  readonly kinds: readonly string[];
}): VNode {
  return (
    <ChoicesField
      form={props.form}
      name="kinds"
      label={props.label}
      options={props.kinds.map((kind) => [kind, noticeKindText(kind)] as const)}
    />
  );
}

function WordsCard({ settings, etag }: CardProps): VNode {
  return (
    <NoticeCard title={t.how} settings={settings} etag={etag} values={wordsOf}>
      {(form) => (
        <>
          <SelectField
            form={form}
            name="locale"
            label={t.language}
            options={[
              ['en', t.english],
              ['kri', t.krio],
            ]}
          />
          <TextField form={form} name="sender_name" label={t.sender} hint={t.senderHint} />
        </>
      )}
    </NoticeCard>
  );
}

function NoticeCard(
  props: CardProps & {
    readonly title: string;
    readonly text?: string;
    readonly values: (settings: NoticeSettings) => FormValues;
    readonly children: (form: FormState) => VNode;
  },
): VNode {
  const { settings, values, children, ...card } = props;
  return (
    <SettingCard
      {...card}
      limits={limits}
      values={values(settings)}
      scope="merchant:write"
      save={async (matching, body) => values((await client.updateNoticeSettings({ ...matching, body })).data)}
      fresh={async () => values((await client.getNoticeSettings()).data)}
    >
      {children}
    </SettingCard>
  );
}
