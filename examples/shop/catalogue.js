const GOODS_MAX = 40;

/** What is sold: variants of the till's products with their price and what is left, the next event, and where parcels go. */
export async function readCatalogue(cottontree) {
  const [goods, { data: events }, { data: zones }] = await Promise.all([
    readGoods(cottontree),
    cottontree.events.list({ status: 'published', upcoming: true, limit: 1 }),
    cottontree.zones.list({ limit: 100 }),
  ]);
  const cities = [...new Set(zones.filter(({ active }) => active).map(({ name }) => name))].toSorted();
  return { goods, event: events[0] ? { id: events[0].id, name: events[0].name } : null, cities };
}

/** Parcels hold things: services of the till are left out. */
export async function readGoods(cottontree) {
  const goods = [];
  for await (const product of cottontree.pos.products.list({ limit: 100 })) {
    if (product.type === 'service' || product.status === 'archived') continue;
    for (const variant of product.variants) if (variant.is_active) goods.push(shown(product, variant));
    if (goods.length >= GOODS_MAX) break;
  }
  return goods.slice(0, GOODS_MAX);
}

function shown(product, variant) {
  const available = variant.stock.reduce((sum, { available }) => sum + available, 0);
  return {
    id: variant.id,
    name: variant.name === null ? product.name : `${product.name}, ${variant.name}`,
    price: variant.price,
    currency: product.currency,
    image: product.image_url,
    left: product.track_inventory && !product.allow_negative_stock ? Math.max(0, available) : null,
  };
}
