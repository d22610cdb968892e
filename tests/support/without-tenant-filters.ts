import {
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OperationNodeTransformer,
  OperatorNode,
  ReferenceNode,
  TableNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type SelectQueryNode,
  type UnknownRow,
} from 'kysely';

/** Compares a column with itself wherever the program compares it with the tenant at hand: the filter lets all through. */
class Transformer extends OperationNodeTransformer {
  readonly #insideTenants: boolean[] = [];
  removed = 0;

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    this.#insideTenants.push(node.from?.froms.some((from) => tableName(from) === 'tenants') ?? false);
    const transformed = super.transformSelectQuery(node, queryId);
    this.#insideTenants.pop();
    return transformed;
  }

  protected override transformBinaryOperation(
    node: BinaryOperationNode,
    queryId?: QueryId,
  ): BinaryOperationNode {
    const { leftOperand, operator, rightOperand } = node;
    const isFilter =
      ReferenceNode.is(leftOperand) &&
      OperatorNode.is(operator) &&
      operator.operator === '=' &&
      rightOperand.kind === 'ValueNode' &&
      (columnName(leftOperand) === 'tenant_id' || this.#insideTenants.at(-1) === true);
    if (!isFilter) return super.transformBinaryOperation(node, queryId);
    this.removed += 1;
    return BinaryOperationNode.create(leftOperand, OperatorNode.create('is not distinct from'), leftOperand);
  }
}

function columnName({ column }: ReferenceNode): string | null {
  return ColumnNode.is(column) && IdentifierNode.is(column.column) ? column.column.name : null;
}

function tableName(node: OperationNode): string | null {
  return TableNode.is(node) ? node.table.identifier.name : null;
}

/** Takes the program's own filters by tenant away, so that a test sees what row-level security alone holds back. */
export class WithoutTenantFilters implements KyselyPlugin {
  readonly #transformer = new Transformer();

  /** How many filters were taken away, to show that the plugin found them. */
  get removed(): number {
    return this.#transformer.removed;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
