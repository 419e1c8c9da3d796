import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, TimeOut } from '../schema.ts';
import { forOperators } from './merchants.ts';

const Queues = Type.Object(
  {
    facts: Type.Integer({ description: 'What happened and is no message yet; at most 100,000 are counted.' }),
    oldest_fact_at: Nullable(TimeOut('Since when the oldest of them waits; null: none waits.')),
    ready: Type.Integer({ description: 'Webhook messages that could be sent now.' }),
    oldest_ready_at: Nullable(TimeOut('Since when the oldest of them waits; null: none waits.')),
    delayed: Type.Integer({ description: 'Webhook messages that are tried again later.' }),
    sending: Type.Integer({ description: 'Webhook messages on their way.' }),
    notices: Type.Integer({ description: 'Messages to people that wait.' }),
  },
  { title: 'PlatformQueues', description: 'What waits.' },
);

export const PlatformHealth = Type.Object(
  {
    at: TimeOut('When it was looked at.'),
    version: Type.String({ description: 'Of the program that answers.' }),
    queues: Queues,
    database: Type.Object(
      {
        server_version: Type.String({ description: 'Of PostgreSQL.' }),
        embedded: Type.Boolean({ description: 'Whether the program runs it itself.' }),
        size_bytes: Type.Integer({ description: 'What the database takes.' }),
        connections: Type.Integer({ description: 'Open ones.' }),
        connections_max: Type.Integer({ description: 'As many as there may be.' }),
      },
      { title: 'PlatformDatabase', description: 'Where everything is kept.' },
    ),
    disk: Nullable(
      Type.Object(
        {
          free_bytes: Type.Integer({ description: 'Left on the disk of the data directory.' }),
          total_bytes: Type.Integer({ description: 'Its size.' }),
        },
        { title: 'PlatformDisk', description: 'Room for the embedded database.' },
      ),
      'Null where the database is on another machine.',
    ),
    migrations: Type.Object(
      {
        count: Type.Integer({ description: 'Steps that made the schema as it is.' }),
        latest: Type.String({ description: 'The last of them.' }),
        applied_at: TimeOut('When it ran.'),
      },
      { title: 'PlatformMigrations', description: 'How far the schema is.' },
    ),
    nodes: Type.Array(
      Type.Object({
        id: Type.String({ description: 'A new one at each start.' }),
        seen_at: TimeOut('When it told of itself last; each does once a second.'),
      }),
      { description: 'The processes that answered in the last minute.' },
    ),
  },
  { title: 'PlatformHealth', description: 'How the server stands.' },
);
export type PlatformHealth = Static<typeof PlatformHealth>;

export const getPlatformHealth = operation({
  ...forOperators,
  id: 'getPlatformHealth',
  method: 'GET',
  path: '/platform/health',
  summary: 'Look at the health of the server',
  description: 'Queues, database, disk, migrations and nodes, as they are now. Only for the role operator.',
  scope: 'dispatch:read',
  answer: PlatformHealth,
  errors: ['OPERATORS_ONLY'],
  example: {
    answer: {
      at: '2026-11-21T10:02:00.000Z',
      version: '0.1.0',
      queues: {
        facts: 0,
        oldest_fact_at: null,
        ready: 2,
        oldest_ready_at: '2026-11-21T10:01:59.000Z',
        delayed: 5,
        sending: 1,
        notices: 0,
      },
      database: {
        server_version: '17.6',
        embedded: true,
        size_bytes: 52_428_800,
        connections: 12,
        connections_max: 100,
      },
      disk: { free_bytes: 21_474_836_480, total_bytes: 53_687_091_200 },
      migrations: { count: 19, latest: 'branding', applied_at: '2026-11-20T08:00:00.000Z' },
      nodes: [{ id: 'node_01m7yp4hw', seen_at: '2026-11-21T10:01:59.000Z' }],
    },
  },
});
