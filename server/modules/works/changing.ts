export interface OfWork {
  params: { workId: string };
}

/** A change, and which story it was. */
export function changing<Input extends OfWork, Where>(change: (input: Input, call: Where) => Promise<void>) {
  return async (input: Input, call: Where) => {
    await change(input, call);
    return { id: input.params.workId };
  };
}
