import {
  BinaryOperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  RawNode,
  ValueNode,
  type KyselyPlugin,
} from 'kysely';

/** How an array is asked what a list was asked. */
const operators: Readonly<Record<string, { operator: string; asked: string }>> = {
  in: { operator: '=', asked: 'any' },
  'not in': { operator: '<>', asked: 'all' },
};

class ListsToArrays extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const transformed = super.transformBinaryOperation(node);
    const { leftOperand, operator, rightOperand } = transformed;
    const asArray = OperatorNode.is(operator) ? operators[operator.operator] : undefined;
    if (!asArray || !PrimitiveValueListNode.is(rightOperand)) return transformed;
    const values = ValueNode.create([...rightOperand.values]);
    return BinaryOperationNode.create(
      leftOperand,
      RawNode.createWithSql(asArray.operator),
      RawNode.create([`${asArray.asked}(`, ')'], [values]),
    );
  }
}

/**
 * Asks for `= any($1)` where a query names a list of values. Written out, a list of each length would be a statement of its own, which
 * connections and poolers keep.
 */
export class ArrayLists implements KyselyPlugin {
  readonly #transformer = new ListsToArrays();
  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) =>
    this.#transformer.transformNode(node, queryId);
  readonly transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}
