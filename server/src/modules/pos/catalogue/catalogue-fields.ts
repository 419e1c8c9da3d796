import { formatTime } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { ResourceStamps } from '../../../kernel/resource/resource.queries.ts';
import type { CatalogueFields } from './catalogue-fields.queries.ts';

/** The last fields of everything in the catalogue. */
export function presentCatalogueFields(row: ResourceStamps & CatalogueFields, { livemode }: Tenant) {
  return {
    is_active: row.is_active,
    position: row.position,
    metadata: row.metadata,
    livemode,
    version: row.version,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

type CatalogueBody = { readonly [Name in keyof CatalogueFields]?: CatalogueFields[Name] };

/** The fields that everything in the catalogue has, with those given; the others stay. */
export function readCatalogueFields(body: CatalogueBody, before: CatalogueFields | null): CatalogueFields {
  return {
    name: body.name ?? before?.name ?? '',
    is_active: body.is_active ?? before?.is_active ?? true,
    position: body.position ?? before?.position ?? 0,
    metadata: body.metadata ?? before?.metadata ?? {},
  };
}
