import type { AnswerOf } from '@cottontree/client';
import { Lightbulb } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Card, KeyValues } from '../../../kit/parts/card.tsx';
import { CopyButton } from '../../../kit/parts/copy.tsx';
import { Json } from '../../../kit/parts/json.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { hrefOf } from '../../../kit/list/address.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns } from '../../shell/page.tsx';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { AnswerTag } from './answer-tag.tsx';
import { logTexts as t } from './log-texts.ts';
import { msText } from './values.ts';

type Logged = AnswerOf<'getRequest'>['data'];

/** One request: what was sent, what was answered, who asked. */
export function RequestPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getRequest, { params: { id } });
  const logged = answer?.data;
  return (
    <DevPage
      title={logged ? `${logged.method} ${logged.path}` : id}
      mono
      crumbs={[[placeTexts.requests, at('/developers/requests')]]}
      badge={logged && <AnswerTag status={logged.status} words={logged.code} />}
      lead={logged && sentenceOf(logged)}
    >
      {error && !logged ? (
        <Problem error={error} again={again} />
      ) : !logged ? (
        <Loading kind="detail" />
      ) : (
        <Columns main={<Bodies of={logged} />} side={<Facts of={logged} />} />
      )}
    </DevPage>
  );
}

/** Of a refusal, what it said. */
function sentenceOf({ response, count }: Logged): string | undefined {
  if (count > 1) return t.times(count);
  const body = response?.body as { readonly message?: unknown } | null | undefined;
  return typeof body?.message === 'string' ? body.message : undefined;
}

function Bodies({ of: logged }: { readonly of: Logged }): VNode {
  const { request, response } = logged;
  if (logged.bodies === 'not_kept') return <Note icon={Lightbulb}>{t.notKept}</Note>;
  const query = request?.query as object | null | undefined;
  return (
    <>
      {request && (
        <section class="stack">
          <h2>{t.sent}</h2>
          {query && Object.keys(query).length > 0 && <Json value={query} label={t.query} />}
          {isBare(request) && <p class="small quiet">{t.nothingSent}</p>}
          {request.body !== null && <Json value={request.body} label={t.sent} />}
          {request.cut && <p class="small faint">{t.cut}</p>}
        </section>
      )}
      {response && (
        <section class="stack">
          <h2>{t.answered}</h2>
          <Json value={response.body} label={t.answered} />
          {response.cut && <p class="small faint">{t.cut}</p>}
        </section>
      )}
      <p class="small faint">{t.masked}</p>
    </>
  );
}

/** A call without a body and without parameters behind its path. */
function isBare({ query, body }: NonNullable<Logged['request']>): boolean {
  return body === null && Object.keys((query ?? {}) as object).length === 0;
}

function Facts({ of: logged }: { readonly of: Logged }): VNode {
  const { key_id: keyId, person, session_id: session, request_id: requestId } = logged;
  return (
    <Card title={t.facts}>
      <KeyValues
        rows={[
          [t.when, momentText(logged.created_at)],
          [logged.count > 1 ? t.average : t.duration, t.ms(msText(logged.duration_ms))],
          [
            t.operation,
            <a class="link mono" href={at(hrefOf('/developers/requests', { operation: logged.operation }))}>
              {logged.operation}
            </a>,
          ],
          keyId !== null && [
            t.byKey,
            <a class="link mono" href={at(hrefOf('/developers/requests', { key_id: keyId }))}>
              …{keyId.slice(-8)}
            </a>,
          ],
          person && [
            t.byPerson,
            <a class="link" href={at(hrefOf('/developers/requests', { person_id: person.id }))}>
              {person.name}
            </a>,
          ],
          session !== null && [t.session, <span class="mono">…{session.slice(-8)}</span>],
          requestId !== null && [
            t.requestId,
            <span class="row request-id">
              <span class="mono clip">{requestId}</span>
              <CopyButton text={requestId} kind="ghost" />
            </span>,
          ],
        ]}
      />
    </Card>
  );
}
