import { CartScreen } from '#src/features/cart/cart.screen.tsx';
import { WorkCover } from '#src/document/work-cover.tsx';

/** `/cart`: what somebody wants to buy, with the covers of the library. */
export function CartArea() {
  return <CartScreen Cover={WorkCover} />;
}
