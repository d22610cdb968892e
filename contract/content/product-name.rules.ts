import { product } from '../kit/product.ts';

/** Where a text names the product. */
const mark = '%PRODUCT_NAME%';

/** A head or a block as it is read: the product has its name. */
export function withProductName<Part extends object>(part: Part): Part {
  // The name is a part of JSON here, so its quotes and backslashes are written as JSON writes them.
  const name = JSON.stringify(product.name).slice(1, -1);
  return JSON.parse(JSON.stringify(part).replaceAll(mark, name)) as Part;
}

/** A line of such a text as it is read. */
export const lineWithProductName = (line: string): string => line.replaceAll(mark, product.name);
