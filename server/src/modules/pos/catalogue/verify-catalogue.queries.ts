import { check, type DatabaseReport } from '../../../store/index.ts';

const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;

/** What must hold of the catalogue, and of what tills are told of it. */
export const catalogueChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.productsHaveVariants',
    `SELECT p.id || ' is ' || p.type || ' and has ' || count(v.id) || ' variants' FROM products p LEFT JOIN variants v ON ${KEY('v', 'p')} AND v.product_id = p.id AND v.deleted_at IS NULL
     WHERE p.deleted_at IS NULL GROUP BY p.merchant_id, p.livemode, p.id HAVING count(v.id) = 0 OR (p.type <> 'variable' AND count(v.id) > 1)`,
  ),
  check(
    'verify.variantsFollowTheirProduct',
    `SELECT v.id || ' has not the price, cost or stock rules of ' || p.id FROM variants v JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id WHERE v.deleted_at IS NULL
     AND (v.price <> coalesce(v.own_price, p.price) OR v.cost IS DISTINCT FROM coalesce(v.own_cost, p.cost) OR v.track_inventory <> p.track_inventory OR v.allow_negative_stock <> p.allow_negative_stock
       OR v.low_stock_threshold IS DISTINCT FROM p.low_stock_threshold)`,
  ),
  check(
    'verify.codesStandOnLiveVariants',
    `SELECT c.kind || ' ' || c.code || ' stands on ' || c.variant_id FROM variant_codes c LEFT JOIN variants v ON ${KEY('v', 'c')} AND v.id = c.variant_id AND v.product_id = c.product_id AND v.deleted_at IS NULL
     WHERE v.id IS NULL OR (c.kind = 'sku' AND v.sku IS DISTINCT FROM c.code)`,
  ),
  check(
    'verify.skusAreCodes',
    `SELECT v.id || ' has the SKU ' || v.sku || ', which is no code' FROM variants v LEFT JOIN variant_codes c ON ${KEY('c', 'v')} AND c.kind = 'sku' AND c.code = v.sku AND c.variant_id = v.id
     WHERE v.deleted_at IS NULL AND v.sku IS NOT NULL AND c.code IS NULL`,
  ),
  check(
    'verify.tillsAreToldOfEveryProduct',
    `SELECT p.id || ' is not what tills are told' FROM products p LEFT JOIN till_changes c ON ${KEY('c', 'p')} AND c.kind = 'product' AND c.id = p.id WHERE c.deleted IS DISTINCT FROM (p.deleted_at IS NOT NULL)`,
  ),
  check(
    'verify.tillChangesAreNumbered',
    `SELECT c.kind || ' ' || c.id || ' has the number ' || c.seq || ' of ' || f.last_seq FROM till_changes c JOIN till_feeds f ON ${KEY('f', 'c')} WHERE c.seq > f.last_seq`,
  ),
]);
