export interface OfWork {
  params: { workId: string };
}

/** A change, with what else it is handed, and which story it was. */
export function changing<Input extends OfWork, Where, Others extends readonly unknown[]>(
  change: (input: Input, call: Where, ...others: Others) => Promise<void>,
  ...others: Others
) {
  return async (input: Input, call: Where) => {
    await change(input, call, ...others);
    return { id: input.params.workId };
  };
}
